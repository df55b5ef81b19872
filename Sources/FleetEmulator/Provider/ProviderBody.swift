internal import FleetEngine
internal import JSON
internal import TrustLimits

/// The body of a request to the provider's backend.
///
/// Fields that the backend does not read are ignored, as the sample backend does.
struct ProviderBody: Sendable {
  private let fields: JSONObject

  /// Reads a body; an empty one has no fields.
  ///
  /// - Throws: That it is no JSON object.
  init(_ bytes: [UInt8]) throws(RPCFailure) {
    guard !bytes.isEmpty else {
      fields = JSONObject()
      return
    }
    let tree: JSONTree
    do {
      tree = try JSONTree(parsing: bytes)
    } catch {
      throw .invalid("The body is not JSON.")
    }
    guard case .object(let fields) = tree else { throw .invalid("The body is not a JSON object.") }
    self.fields = fields
  }

  /// A field; nil where it is absent or null.
  subscript(_ name: String) -> JSONTree? { fields[name] == .null ? nil : fields[name] }

  /// A text; nil where it is absent or something else.
  func text(_ name: String) -> String? {
    if case .text(let text) = self[name] { text } else { nil }
  }

  /// A place, as Fleet Engine has it.
  ///
  /// - Throws: That it is not there.
  func place(_ name: String) throws(RPCFailure) -> JSONTree {
    guard let place = self[name] else { throw .invalid("\(name) not provided") }
    return try Self.place(place, name)
  }

  /// The places of a list, as Fleet Engine has them; empty where there is none.
  func places(_ name: String) throws(RPCFailure) -> [JSONTree] {
    guard let value = self[name] else { return [] }
    guard case .list(let values) = value else { throw .invalid("\(name) is not a list.") }
    guard values.count <= Limits.Reply.waypoints else { throw .invalid("\(name) is too long.") }
    var places: [JSONTree] = []
    for value in values { places.append(try Self.place(value, name)) }
    return places
  }

  /// What the fields say of a vehicle, in Fleet Engine's names, with what the mask would be.
  var vehicleFields: JSONObject {
    var result = JSONObject()
    for name in ["supportedTripTypes", "backToBackEnabled", "maximumCapacity", "attributes"] {
      result[name] = self[name]
    }
    return result
  }

  private static func place(_ value: JSONTree, _ name: String) throws(RPCFailure) -> JSONTree {
    guard case .object(let fields) = value, case .number? = fields["latitude"],
      case .number? = fields["longitude"]
    else { throw .invalid("\(name) has to have a latitude and a longitude.") }
    return .object([
      "point": .object([
        "latitude": fields["latitude"] ?? .null, "longitude": fields["longitude"] ?? .null,
      ])
    ])
  }
}
