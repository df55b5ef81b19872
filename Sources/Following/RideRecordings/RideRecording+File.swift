internal import FleetEngine
internal import Gzip
internal import TrustLimits

extension RideRecording {
  /// Why a file is not a recording that can be shown.
  package enum Failure: Error, Sendable {
    /// It cannot be read; the reason is the end of a sentence.
    case unreadable(String)
    /// It is no recording.
    case otherFile
    /// It has this version, which is newer.
    case newer(Int)
    /// It has no poll; the first problem, as a sentence, if it is damaged.
    case empty(String?)
  }

  /// Reads a file's content; whatever can be read of a damaged file is kept, and ``problems`` names
  /// the rest.
  package init(content: [UInt8]) throws(Failure) {
    self.init(speed: 1)
    guard Inflation.isGzip(content) else { throw .otherFile }
    var place = 0
    var isKnown = false
    while place < content.count {
      var reader = SegmentReader(content[place...])
      let length = max(1, reader.length)
      addSegment(Array(content[place..<min(content.count, place + length)]))
      var line = 0
      while let next = reader.next() {
        line += 1
        switch next {
        case .header(let version, let speed):
          guard let version, version >= 1 else { throw .otherFile }
          if version > RecordingFormat.version { throw .newer(version) }
          if let speed, (1...Limits.Simulation.speed).contains(speed) { self.speed = speed }
          isKnown = true
        case .state: break
        case .problem(let reason):
          guard isKnown else { throw .otherFile }
          report("Line \(line) after byte \(place) \(reason).")
        case .poll(let name, let document):
          guard isKnown else { throw .otherFile }
          guard let end = document.end, let wall = document.wallTime else {
            report("Line \(line) after byte \(place) is a poll without a time.")
            continue
          }
          if tripNames.count >= Limits.Following.trips, !tripNames.contains(name) {
            report("There are more than \(Limits.Following.trips) trips; the rest is left out.")
            continue
          }
          guard entries.count < Limits.Recording.polls else {
            report("There are more than \(Limits.Recording.polls) polls; the rest is left out.")
            return
          }
          add(trip: index(of: name), end: end, endTime: wall + (end - (document.start ?? end)))
        }
      }
      guard isKnown else { throw .otherFile }
      place += length
      switch reader.failure {
      case nil: break
      case .truncated: report("The file ends in the middle of an entry.")
      case .tooLarge: report("The part after byte \(place - length) is too large.")
      case .damaged: report("The file is damaged at byte \(place).")
      }
      if reader.failure != nil {
        // The next segment can be read alone.
        guard let next = Self.nextSegment(in: content, after: place - length) else { break }
        place = next
      }
    }
    guard !entries.isEmpty else { throw isKnown ? .empty(problems.first) : .otherFile }
  }

  mutating func report(_ problem: String) {
    if problems.count < Limits.Recording.problems { problems.append(problem) }
  }

  private static func nextSegment(in content: [UInt8], after place: Int) -> Int? {
    let magic: [UInt8] = [0x1F, 0x8B, 0x08]
    var index = place + 1
    while index + magic.count <= content.count {
      if content[index] == magic[0], content[index...].starts(with: magic) { return index }
      index += 1
    }
    return nil
  }
}
