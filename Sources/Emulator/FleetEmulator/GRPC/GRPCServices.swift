internal import FleetEngine

/// The method that a call's path names.
enum GRPCMethod: Sendable {
  case procedure(Route)
  case healthCheck
  case healthWatch
  case reflection

  private static let health = "grpc.health.v1.Health"
  private static let reflections = [
    "grpc.reflection.v1.ServerReflection", "grpc.reflection.v1alpha.ServerReflection",
  ]

  init?(path: String) {
    if let route = Route.byCallPath[path] {
      self = .procedure(route)
    } else if path == "/\(Self.health)/Check" {
      self = .healthCheck
    } else if path == "/\(Self.health)/Watch" {
      self = .healthWatch
    } else if Self.reflections.contains(where: { path == "/\($0)/ServerReflectionInfo" }) {
      self = .reflection
    } else {
      return nil
    }
  }

  /// Whether a call has one request and one response.
  var isUnary: Bool {
    switch self {
    case .procedure, .healthCheck: true
    case .healthWatch, .reflection: false
    }
  }

  /// The names of all services, in alphabetical order.
  static let services =
    [health] + ["TripService", "VehicleService"].map { "maps.fleetengine.v1." + $0 } + reflections

  // MARK: grpc.health.v1

  /// A HealthCheckResponse; nil for a request about an unknown service.
  static func health(_ request: [UInt8]) throws(RPCFailure) -> [UInt8]? {
    let service = try texts(request)[1] ?? ""
    guard service.isEmpty || services.contains(service) else { return nil }
    return response(1)
  }

  /// A HealthCheckResponse for an unknown service, which a watch reports.
  static let unknownService = response(3)

  private static func response(_ status: Int) -> [UInt8] {
    var output = ProtobufOutput()
    output.write(1, varint: status)
    return output.bytes
  }

  // MARK: grpc.reflection.v1

  /// A ServerReflectionResponse.
  static func reflection(_ request: [UInt8]) throws(RPCFailure) -> [UInt8] {
    let fields = try texts(request)
    var output = ProtobufOutput()
    output.write(1, fields[1] ?? "")
    output.write(2, request)
    if fields[7] != nil {
      output.write(6) { list in for service in services { list.write(1) { $0.write(1, service) } } }
    } else if let file = fields[3] ?? fields[4].flatMap({ descriptors.filesBySymbol[$0] }),
      let bytes = descriptors.files[file]
    {
      output.write(4) { $0.write(1, bytes) }
    } else {
      output.write(7) { error in
        error.write(1, varint: RPCCode.notFound.rawValue)
        error.write(2, "The emulator has no such file, symbol or extension.")
      }
    }
    return output.bytes
  }

  private static let descriptors = DescriptorFiles(
    package: "maps.fleetengine.v1",
    services: Dictionary(grouping: Route.all.filter { $0.messages != nil }, by: \.service)
      .sorted { $0.key < $1.key }
      .map { service, routes in
        .init(
          service,
          routes.compactMap { route in
            route.messages.map { (route.procedure.rawValue, $0.request, $0.response) }
          }
        )
      }
  )

  private static func texts(_ request: [UInt8]) throws(RPCFailure) -> [Int: String] {
    do { return try ProtobufInput.texts(request) } catch {
      throw .invalid("The request is not a message of the method's type.")
    }
  }
}
