internal import FleetEngine
internal import Gzip
internal import JSON
internal import TrustLimits

/// Reads the lines of one segment.
struct SegmentReader: Sendable {
  enum Line {
    case header(version: Int?, speed: Double?)
    case state
    case poll(trip: String, PollDocument)
    /// The end of a sentence.
    case problem(String)
  }

  /// Why the segment is not whole; nil if it is.
  let failure: Inflation.Failure?
  /// The compressed bytes of the segment.
  let length: Int
  private let text: [UInt8]
  private var place = 0
  private var documents: [String: PollDocument] = [:]
  /// The weight of all documents.
  private var weight = 0
  /// The number of bodies so far.
  private var bodies = 0
  private var isFull = false

  /// Inflates a segment that was indexed.
  init(_ bytes: ArraySlice<UInt8>) {
    self.init(Inflation.firstMember(of: bytes, limit: Limits.Recording.segmentBytes))
  }

  /// Inflates the segment at the start of some bytes of a file.
  init(_ bytes: ArraySlice<UInt8>, _ allowance: inout Inflation.Allowance) {
    let limit = Limits.Recording.segmentBytes
    self.init(Inflation.firstMember(of: bytes, limit: limit, &allowance))
  }

  private init(_ member: Inflation.Member) {
    (text, failure, length) = (member.bytes, member.failure, member.length)
  }

  /// The next line; nil after the last complete one.
  mutating func next() -> Line? {
    guard !isFull, let end = text[place...].firstIndex(of: 0x0A) else { return nil }
    defer { place = end + 1 }
    guard end > place else { return .problem("is empty") }
    let line = Array(text[place..<end])
    let rules = JSONRules.lenient(values: Limits.Response.jsonValues)
    guard let object = (try? JSONTree(parsing: line, rules: rules))?.object else {
      return .problem("is not a JSON object")
    }
    if object["ridealong"] != nil {
      let version = object["version"]?.number.flatMap { Int(exactly: $0) }
      return .header(version: version, speed: object["speed"]?.number)
    }
    guard let trip = object["trip"]?.text, (try? TripName(parsing: trip)) != nil else {
      return .problem("names no trip")
    }
    if let state = object["state"]?.object {
      bodies += 1
      let document = PollDocument(state, weight: state.weight, bodyNumber: bodies)
      return keep(document, of: trip) ?? .state
    }
    guard let patch = object["poll"]?.object else {
      return .problem("is neither a poll nor a state")
    }
    var document = documents[trip] ?? PollDocument(weight: 1)
    document.weight += MergePatch.apply(patch, to: &document.members)
    if patch["body"] != nil {
      bodies += 1
      document.bodyNumber = bodies
    }
    return keep(document, of: trip) ?? .poll(trip: trip, document)
  }

  /// Makes a document the present one of its trip; returns a problem if there is no room for it.
  private mutating func keep(_ document: PollDocument, of trip: String) -> Line? {
    weight += document.weight - (documents[trip]?.weight ?? 0)
    documents[trip] = document
    isFull = weight > Limits.Recording.segmentValues
    guard isFull else { return nil }
    return .problem(
      "and its other trips have more than \(Limits.Recording.segmentValues) values; the rest of the "
        + "part is left out")
  }
}
