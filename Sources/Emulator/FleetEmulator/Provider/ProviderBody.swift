internal import JSON
internal import TrustLimits

/// The body of a request to the provider's backend.
///
/// Unknown fields are ignored, as in the sample backend.
struct ProviderBody: Sendable {
  private let fields: JSONObject

  /// Reads a body; an empty one has no fields.
  init(_ bytes: [UInt8]) throws(RPCFailure) {
    guard !bytes.isEmpty else {
      fields = JSONObject()
      return
    }
    let tree: JSONTree
    do { tree = try JSONTree(parsing: bytes) } catch { throw .invalid("The body is not JSON.") }
    guard case .object(let fields) = tree else { throw .invalid("The body is not a JSON object.") }
    self.fields = fields
  }

  /// A field; nil if it is absent or null.
  subscript(_ name: String) -> JSONTree? { fields[name] == .null ? nil : fields[name] }

  /// A text; nil if it is absent or of another type.
  func text(_ name: String) -> String? { self[name]?.text }

  /// A required place in Fleet Engine's form.
  func place(_ name: String) throws(RPCFailure) -> JSONTree {
    guard let place = self[name] else { throw .invalid("\(name) not provided") }
    return try Self.place(place, name)
  }

  /// The places of an optional list in Fleet Engine's form.
  func places(_ name: String) throws(RPCFailure) -> [JSONTree] {
    guard let value = self[name] else { return [] }
    guard case .list(let values) = value else { throw .invalid("\(name) is not a list.") }
    try require(values.count <= Limits.Response.waypoints, "\(name) is too long.")
    return try values.map { value throws(RPCFailure) in try Self.place(value, name) }
  }

  var vehicleFields: JSONObject {
    var result = JSONObject()
    for name in ["supportedTripTypes", "backToBackEnabled", "maximumCapacity", "attributes"] {
      result[name] = self[name]
    }
    return result
  }

  private static func place(_ value: JSONTree, _ name: String) throws(RPCFailure) -> JSONTree {
    guard let latitude = value["latitude"]?.number, let longitude = value["longitude"]?.number
    else { throw .invalid("\(name) has to have a latitude and a longitude.") }
    return .object([
      "point": .object(["latitude": .number(latitude), "longitude": .number(longitude)])
    ])
  }
}
