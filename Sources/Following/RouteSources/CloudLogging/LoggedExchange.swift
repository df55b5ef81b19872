package import FleetEngine
internal import JSON
internal import TrustLimits

/// A call of a log with the server's response.
package struct LoggedExchange: Sendable {
  package enum Request: Sendable {
    /// A trip or a vehicle was created or changed.
    case change(LoggedCall.Operation)
    /// A trip was read.
    case getTrip(TripName)
  }

  /// Why the server refused a call.
  package struct Failure: Sendable {
    package let code: RPCCode
    package let httpStatus: Int?
    package let message: String
  }

  /// When the server logged the call.
  package let time: Timestamp
  package let request: Request
  /// The response of a trip's call; nil without a response, or if responses are not read.
  package private(set) var trip: Trip?
  /// The response of a vehicle's call, without its waypoints' paths; nil as that of a trip.
  package private(set) var vehicle: Vehicle?
  /// Why the read failed; other calls that failed are skipped.
  package private(set) var failure: Failure?
  /// Whether restricted logging replaced places by opaque handles.
  package private(set) var hidesPlaces: Bool
  private let source: LogSource

  init(_ source: LogSource, readsResponse: Bool = true) throws(LogProblem) {
    self.source = source
    let entry = try LogEnvelope(source.log, source.range)
    let restricted = try source.restricted.map { part throws(LogProblem) in
      try LogEnvelope(part.log, part.range)
    }
    let kind = try entry.kind()
    let operations = ["createtrip", "updatetrip", "createvehicle", "updatevehicle", "gettrip"]
    guard operations.contains(kind) else { throw .otherMethod(kind) }
    let error = try entry.readFailure()
    guard error == nil || kind == "gettrip" else { throw .failedCall }
    guard let time = source.time else { throw .broken("it has no timestamp") }
    self.time = time
    let own = try entry.readRequest() ?? .object([:])
    let given = try restricted?.readRequest().map { own.joined(with: $0) } ?? own
    // Entries of Fleet Archive have the provider only in the name of the response.
    let readsAnswer = readsResponse || kind == "gettrip" || !entry.mayNameProvider
    let answer = try readsAnswer ? Self.response(entry, restricted) : nil
    guard kind != "gettrip" else {
      let names = LogSpelling.request(given)
      request = .getTrip(try Self.name([answer, names], names, entry))
      (hidesPlaces, failure) = (false, error.map(Failure.init))
      guard let answer else {
        guard failure != nil else { throw .otherMethod(kind) }
        return
      }
      if failure == nil { read(answer) }
      return
    }
    let call = try Self.change(kind, given, entry, answer)
    (request, hidesPlaces) = (.change(call.operation), call.hidesPlaces)
    if let answer { read(answer) }
  }

  private mutating func read(_ answer: JSONTree) {
    hidesPlaces = hidesPlaces || answer.hasHandle
    if case .change(let operation) = request, operation.isOfVehicle {
      vehicle = Vehicle(wire: LogSpelling.vehicle(answer))
      if hidesPlaces, let revealed = vehicle { vehicle = Self.revealed(revealed) }
    } else {
      trip = Trip(wire: LogSpelling.trip(answer))
      if trip?.excess != nil { trip = nil }
    }
  }

  private static func response(
    _ entry: LogEnvelope, _ restricted: LogEnvelope?
  ) throws(LogProblem) -> JSONTree? {
    guard let own = try entry.readResponse() else { return nil }
    let answer = try restricted?.readResponse().map { own.joined(with: $0) } ?? own
    return answer.object?.isEmpty == false ? answer : nil
  }

  /// The vehicle of the response, which is read now.
  package var loggedVehicle: Vehicle? {
    guard let entry = try? LogEnvelope(source.log, source.range) else { return nil }
    return (try? entry.readResponse()).flatMap { Vehicle(wire: LogSpelling.vehicle($0)) }
  }

  /// The entry as the log has it; with its restricted part, as if it was one.
  package var entry: [UInt8] {
    let own = Array(source.log[source.range])
    guard let part = source.restricted,
      let tree = try? JSONTree(parsing: own, rules: LogEnvelope.rules),
      let other = try? JSONTree(parsing: Array(part.log[part.range]), rules: LogEnvelope.rules),
      case .object(let entry) = tree
    else { return own }
    let parts = ["request", "response"]
    func calls(_ object: JSONObject) -> JSONObject {
      JSONObject(object.filter { parts.contains(JSONTree.plain($0.name)) })
    }
    let additions = JSONObject(
      (other.object ?? [:]).filter { LogEnvelope.isPayload(JSONTree.plain($0.name)) }
        .map { ($0.name, .object(calls($0.value.object ?? [:]))) }
    )
    var writer = JSONWriter()
    writer.write(JSONTree.object(entry).joined(with: .object(additions)), sortsMembers: false)
    return writer.bytes
  }
}

/// An entry in the bytes of its log, with the restricted entry of the same call.
struct LogSource: Sendable {
  let log: [UInt8]
  let range: Range<Int>
  let time: Timestamp?
  let restricted: (log: [UInt8], range: Range<Int>)?
}

// MARK: - Changes

extension LoggedExchange {
  private static func change(
    _ kind: String, _ request: JSONTree, _ entry: LogEnvelope, _ response: JSONTree?
  ) throws(LogProblem) -> (operation: LoggedCall.Operation, hidesPlaces: Bool) {
    guard request.object?.isEmpty == false else { throw .broken("it has no request") }
    let (noun, isUpdate) = (kind.hasSuffix("trip") ? "trip" : "vehicle", kind.hasPrefix("update"))
    let spelled = LogSpelling.request(request)
    guard let resource = spelled[noun], case .object = resource else {
      throw .broken("its request has no \(noun)")
    }
    var mask = LogSpelling.mask(spelled["updateMask"])
    guard !isUpdate || !mask.isEmpty else { throw .broken("its update has no mask") }
    let hidesPlaces = request.hasHandle
    if hidesPlaces {
      let logged = request.withPlainNames[noun] ?? .null
      mask.removeAll { hides(logged, $0) }
    }
    // A pickup cannot be cleared: it is in the restricted entry, which is missing.
    if resource["pickupPoint"] == nil { mask.removeAll { $0 == "pickupPoint" } }
    let named = [resource, response, spelled]
    let operation: LoggedCall.Operation
    if noun == "trip" {
      let name: TripName = try name(named, spelled, entry)
      guard var trip = Trip(wire: resource) else { throw .broken("its values cannot be read") }
      trip.name = name
      operation = isUpdate ? .updateTrip(name, trip, mask: mask) : .createTrip(name, trip)
    } else {
      let name: VehicleName = try name(named, spelled, entry)
      guard var vehicle = Vehicle(wire: resource) else {
        throw .broken("its values cannot be read")
      }
      vehicle.name = name
      if hidesPlaces {
        vehicle = revealed(vehicle)
        if vehicle.lastLocation == nil { mask.removeAll { $0 == "lastLocation" } }
      }
      operation =
        isUpdate ? .updateVehicle(name, vehicle, mask: mask) : .createVehicle(name, vehicle)
    }
    guard !isUpdate || !mask.isEmpty else { throw .hidden }
    return (operation, hidesPlaces)
  }

  /// The first full name of some messages, or one of the request's ID.
  private static func name<Name: ResourceName>(
    _ named: [JSONTree?], _ request: JSONTree, _ entry: LogEnvelope
  ) throws(LogProblem) -> Name {
    let full = named.lazy.compactMap { $0?["name"]?.text }.compactMap { try? Name(parsing: $0) }
    if let name = full.first { return name }
    let noun = Name.collection.dropLast()
    guard let id = request["\(noun)Id"]?.text,
      let provider = LogEnvelope.provider(request["parent"]?.text) ?? entry.provider,
      let name = try? Name(parsing: "providers/\(provider)/\(Name.collection)/\(id)")
    else { throw .broken("it does not name its \(noun)") }
    return name
  }

  /// Whether a field's value is hidden, so that sending it would clear the field.
  private static func hides(_ resource: JSONTree, _ path: String) -> Bool {
    switch path {
    case "lastLocation": false  // Its raw position is readable.
    case "currentRouteSegment", "currentRouteSegmentTraffic", "currentRouteSegmentEndPoint":
      resource["currentroutesegmenthandle"] != nil && resource["currentroutesegment"] == nil
    default: resource[JSONTree.plain(path)]?.hasHandle ?? false
    }
  }

  /// Replaces a hidden road position by the raw position, which restricted logging keeps.
  private static func revealed(_ vehicle: Vehicle) -> Vehicle {
    var vehicle = vehicle
    if var location = vehicle.lastLocation {
      location.location = location.location ?? location.rawLocation
      vehicle.lastLocation = location.location == nil ? nil : location
      vehicle.waypoints = []
      vehicle.currentRouteSegmentEndPoint = nil
    }
    return vehicle
  }
}

extension LoggedExchange.Failure {
  init(_ error: JSONTree) {
    let status = error["httpstatuscode"]?.unwrapped.number.flatMap { Int(exactly: $0) }
    httpStatus = status.flatMap { (100...599).contains($0) ? $0 : nil }
    let name = error["code"]?.text.map { $0.hasPrefix("RPC_") ? String($0.dropFirst(4)) : $0 }
    code =
      name.flatMap { RPCCode(name: $0) } ?? httpStatus.map { RPCCode(httpStatus: $0) } ?? .unknown
    message = (error["message"]?.text ?? "").cut(toBytes: Limits.Text.bytes)
  }
}
