/// The parts of a file that its recording of positions leaves out or changes.
struct RecordingRemarks: Sendable, Hashable {
  /// All points of the file.
  var points = 0
  /// Points without a place on Earth.
  var placeless = 0
  /// Points at exactly 0,0, which receivers report before they have a position.
  var atZero = 0
  /// Points without a time among others that have one.
  var timeless = 0
  /// Of these, the points that have their neighbors' times.
  var interpolated = 0
  /// Points of an earlier time than the one before them, which had the right time.
  var disordered = 0
  /// Times, speeds and other optional values that could not be read.
  var unreadable = 0
  /// The lines of a file of lines that are not blank, and the bad ones.
  var lines = 0
  var badLines = 0
  /// The number of the first bad line, and what is wrong with it.
  var badLine = ""
  var pauses = 0
  var longestPause: Duration = .zero
  /// How often the clock was set back.
  var clockSteps = 0
  /// The pieces whose newest point came first.
  var reversed = 0
  /// The tracks at the time of another one.
  var parallel = 0
  /// The lines with another number of times than points.
  var wrongTimes = 0
  /// The device whose positions are used, if they say which.
  var device: String?
  /// The positions of other devices.
  var otherDevices: [String: Int] = [:]
  /// Parts of a sentence about the file as a whole.
  var others: [String] = []

  /// The most devices that have a name here.
  private static let mostDevices = 32

  /// Whether a position is of the device whose positions are used, which is the first one that says its name.
  mutating func uses(_ name: String?) -> Bool {
    guard let name else { return true }
    guard let device, device != name else {
      device = name
      return true
    }
    let isKnown = otherDevices[name] != nil || otherDevices.count < Self.mostDevices
    otherDevices[isKnown ? name : "others", default: 0] += 1
    return false
  }

  /// Phrases about all that is left out or changed.
  var phrases: [String] {
    var phrases: [String] = []
    func add(_ count: Int, _ one: String, _ many: String) {
      if count > 0 { phrases.append("\(Self.text(count)) \(count == 1 ? one : many)") }
    }
    func add(_ count: Int, ofPoints rest: String) {
      guard count > 0 else { return }
      phrases.append("\(Self.text(count)) of \(Self.text(points)) points \(rest)")
    }
    if badLines > 0 {
      let first = badLines > 1 ? ", the first" : ""
      phrases.append(
        "\(Self.text(badLines)) of \(Self.text(lines)) lines skipped\(first): \(badLine)")
    }
    let devices = otherDevices.sorted { $0.key < $1.key }
    if !devices.isEmpty {
      let names = devices.prefix(3).map { "\($0.key) (\(Self.text($0.value)))" }
      let rest = devices.count > 3 ? " and \(devices.count - 3) more" : ""
      phrases.append(
        "only the positions of \(device ?? "the first device") used, none of "
          + names.joined(separator: ", ") + rest)
    }
    add(placeless, ofPoints: "without a place on Earth skipped")
    add(atZero, ofPoints: "at 0,0 skipped")
    if timeless > 0 {
      let skipped = timeless - interpolated
      let ends = [
        interpolated > 0 ? "\(Self.text(interpolated)) interpolated" : nil,
        skipped > 0 ? "\(Self.text(skipped)) skipped" : nil,
      ].compactMap(\.self).joined(separator: ", ")
      add(timeless, ofPoints: "without a time (\(ends))")
    }
    add(disordered, ofPoints: "out of order skipped")
    add(reversed, "track newest first, turned", "tracks newest first, turned")
    add(parallel, "track at the time of another skipped", "tracks at the time of another skipped")
    add(wrongTimes, "line with too many or too few times", "lines with too many or too few times")
    add(unreadable, "optional value not readable", "optional values not readable")
    if pauses > 0 {
      let longest = Self.text(longestPause)
      phrases.append(
        pauses == 1
          ? "1 pause of \(longest) shortened"
          : "\(Self.text(pauses)) pauses shortened, the longest \(longest)")
    }
    add(clockSteps, "step back of the clock cut", "steps back of the clock cut")
    return phrases + others
  }

  /// One sentence about a file; nil if nothing is left out or changed.
  func sentence(about file: String) -> String? {
    let phrases = phrases
    return phrases.isEmpty ? nil : "\(file): \(phrases.joined(separator: "; "))."
  }

  /// A number with a comma between thousands.
  private static func text(_ number: Int) -> String {
    var rest = String(number)
    var groups: [String] = []
    while rest.count > 3 {
      groups.insert(String(rest.suffix(3)), at: 0)
      rest.removeLast(3)
    }
    return ([rest] + groups).joined(separator: ",")
  }

  private static func text(_ duration: Duration) -> String {
    let seconds = Int(duration.components.seconds)
    return switch seconds {
    case ..<120: "\(seconds) s"
    case ..<7_200: "\(seconds / 60) min"
    case ..<345_600: "\(seconds / 3_600) h"
    default: "\(text(seconds / 86_400)) days"
    }
  }
}
