@testable import FleetEmulator
import JSON
import FleetEngine
import HTTPMessages
import Testing

/// One request of a test, below the provider's path.
struct Step: Sendable {
  let method: TransportMethod
  let path: String
  let query: [(String, String)]
  let body: String

  init(
    _ method: TransportMethod, _ path: String, _ query: [(String, String)] = [], _ body: String = ""
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.body = body
  }

  /// An update of a resource.
  static func update(_ path: String, _ mask: String, _ body: String) -> Step {
    Step(.put, path, [("updateMask", mask)], body)
  }

  static func status(_ status: String, of trip: String = "t1") -> Step {
    update("trips/" + trip, "tripStatus", #"{"tripStatus":"\#(status)"}"#)
  }

  /// The creation of a trip, whose further fields start with a comma.
  static func trip(_ id: String, _ type: String = "EXCLUSIVE", _ more: String = "") -> Step {
    Step(
      .post, "trips", [("tripId", id)],
      #"{"tripType":"\#(type)","pickupPoint":{"point":{"latitude":37.35,"longitude":-122.06}},"#
        + #""dropoffPoint":{"point":{"latitude":37.4,"longitude":-122.03}}\#(more)}"#)
  }

  /// The creation of a vehicle that takes all trips.
  static func vehicle(_ id: String, _ more: String = "") -> Step {
    Step(
      .post, "vehicles", [("vehicleId", id)],
      #"{"vehicleState":"ONLINE","supportedTripTypes":["EXCLUSIVE","SHARED"],"maximumCapacity":4,"#
        + #""vehicleType":{"category":"AUTO"}\#(more)}"#)
  }

  static func assign(_ trip: String, to vehicle: String) -> Step {
    update("trips/" + trip, "vehicleId", #"{"vehicleId":"\#(vehicle)"}"#)
  }

  static func located(_ vehicle: String, _ latitude: Double, _ longitude: Double) -> Step {
    update(
      "vehicles/" + vehicle, "lastLocation",
      #"{"lastLocation":{"location":{"latitude":\#(latitude),"longitude":\#(longitude)}}}"#)
  }
}

extension Rig {
  /// Sends a step as the server.
  func send(_ step: Step, as role: ServiceRole = .server) async throws -> TransportResponse {
    try await send(
      step.method, "/v1/providers/demo/" + step.path, step.body, query: step.query, as: role)
  }

  /// Sends steps that have to succeed, and reads the last one's answer.
  @discardableResult func run(_ steps: Step...) async throws -> JSONTree { try await run(steps) }

  @discardableResult func run(_ steps: [Step]) async throws -> JSONTree {
    var answer = JSONTree.null
    for step in steps {
      let response = try await send(step)
      try #require(response.status == 200, "\(step.path): \(response.text)")
      answer = try response.tree
    }
    return answer
  }

  /// The error that a step is answered with.
  func refusal(_ step: Step, as role: ServiceRole = .server) async throws -> RPCStatus {
    let response = try await send(step, as: role)
    let status = try #require(
      RPCStatus(body: response.body, httpStatus: response.status),
      "\(step.path) was answered with \(response.text)")
    #expect(response.status == status.code.httpStatus)
    return status
  }
}

extension TransportResponse { var tree: JSONTree { get throws { try JSONTree(parsing: body) } } }

extension JSONTree {
  /// The value at a path with dots, whose numbers are places in lists, as text; nil if absent.
  func at(_ path: String) -> String? {
    var tree: JSONTree? = self
    for name in path.split(separator: ".") {
      if case .list(let values) = tree, let index = Int(name) {
        tree = values.indices.contains(index) ? values[index] : nil
      } else {
        tree = tree?.value(at: [String(name)])
      }
    }
    return switch tree {
    case .text(let text): text
    case .number(let number): Int(exactly: number).map(String.init) ?? String(number)
    case .integer(let integer): String(integer)
    case .flag(let flag): String(flag)
    case .list(let values): "\(values.count) values"
    case .object(let fields): "{" + fields.names.sorted().joined(separator: ",") + "}"
    case .null, nil: nil
    }
  }
}

extension JSONTree {
  /// The ids of the vehicles of a search's or list's answer.
  var ids: [String] {
    let isSearch = at("matches") != nil
    let count =
      at(isSearch ? "matches" : "vehicles").flatMap { Int($0.split(separator: " ")[0]) } ?? 0
    return (0..<count).compactMap { index in
      at(isSearch ? "matches.\(index).vehicle.name" : "vehicles.\(index).name")
        .map { String($0.split(separator: "/")[3]) }
    }
  }
}
