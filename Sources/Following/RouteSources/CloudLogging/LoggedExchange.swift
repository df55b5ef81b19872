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

  /// The entry as the log has it.
  package let entry: [UInt8]
  /// When the server logged the call.
  package let time: Timestamp
  package let request: Request
  /// The response of a trip's call; nil without a response.
  package private(set) var trip: Trip?
  /// The response of a vehicle's call, without its waypoints' paths; nil without a response.
  package private(set) var vehicle: Vehicle?
  /// Why the read failed; other calls that failed are skipped.
  package let failure: Failure?
  /// Whether restricted logging replaced places by opaque handles.
  package private(set) var hidesPlaces: Bool

  init(json: [UInt8]) throws(LogEntry.Problem) {
    let envelope = try LogEnvelope(json)
    entry = json
    if try envelope.kind() == "GetTripLog" {
      time = try envelope.time()
      let names = [envelope.response?["name"], envelope.request?["name"]]
      request = .getTrip(try envelope.tripName(names.lazy.compactMap { $0?.text }.first))
      failure = envelope.failure.map(Failure.init)
      guard failure != nil || envelope.response?.object?.isEmpty == false else { throw .otherKind }
      hidesPlaces = false
    } else {
      let entry = try LogEntry(envelope)
      (time, request) = (entry.call.time, .change(entry.call.operation))
      (failure, hidesPlaces) = (nil, entry.hidesPlaces)
    }
    guard failure == nil, let response = envelope.response else { return }
    hidesPlaces = hidesPlaces || response.hasHandle
    switch request {
    case .change(.createVehicle), .change(.updateVehicle):
      vehicle = Vehicle(wire: LogSpelling.response(response))
      if hidesPlaces, var revealed = vehicle {
        LogEntry.reveal(&revealed)
        vehicle = revealed
      }
    case .change(.createTrip), .change(.updateTrip), .getTrip:
      trip = Trip(wire: LogSpelling.response(response))
      if trip?.excess != nil { trip = nil }
    }
  }
}

extension LoggedExchange.Failure {
  init(_ error: JSONObject) {
    let status = error["httpstatuscode"]?.number.flatMap { Int(exactly: $0) }
    httpStatus = status.flatMap { (100...599).contains($0) ? $0 : nil }
    let name = error["code"]?.text.map { $0.hasPrefix("RPC_") ? String($0.dropFirst(4)) : $0 }
    code =
      name.flatMap { RPCCode(name: $0) } ?? httpStatus.map { RPCCode(httpStatus: $0) } ?? .unknown
    message = (error["message"]?.text ?? "").cut(toBytes: Limits.Text.bytes)
  }
}
