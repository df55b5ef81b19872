internal import FleetEngine
internal import HTTPMessages
internal import ProviderBackend
internal import Viewer

/// Describes a failed call in one sentence: its subject, the problem and what to do.
struct FailedCall: Sendable {
  private struct Outcome {
    let text: String
    /// Whether the text starts with the server's name, which is not capitalized.
    var startsWithHost = false
  }

  /// The name of the resource or the call.
  let subject: String
  /// The server, host and port.
  let endpoint: String
  let error: FleetEngineError
  /// Whether the program retries the call by itself.
  var isRetried = false
  var isAboutTrip = false

  /// The sentence, not yet cleaned.
  var sentence: String {
    let status = error.httpStatus.map { " (HTTP \($0))" } ?? ""
    return "\(subject): \(error.code.name)\(status): \(outcome.text)"
  }

  /// The sentence without the subject, not yet cleaned.
  var reason: String {
    let outcome = outcome
    guard !outcome.startsWithHost else { return outcome.text }
    return outcome.text.prefix(1).uppercased() + outcome.text.dropFirst()
  }

  private var outcome: Outcome {
    if case .token(let cause) = error.cause {
      return cause.code == .permissionDenied
        ? Outcome(text: cause.reason) : other("there is no access token", cause.reason)
    }
    guard let text = FailureText(error, server: endpoint, option: "--endpoint") else {
      return server
    }
    var advice = text.advice
    if case .transport(let cause) = error.cause, cause.kind == .timedOut, !isRetried {
      advice = ["Try again."]
    }
    let summary = text.summary
    let startsWithHost = summary.hasPrefix(endpoint)
    let start = startsWithHost ? summary : summary.prefix(1).lowercased() + summary.dropFirst()
    return Outcome(
      text: ([start] + advice).joined(separator: " "),
      startsWithHost: startsWithHost
    )
  }

  private var server: Outcome {
    let advice =
      WrongKey(error).map { ([$0.summary] + $0.advice).joined(separator: " ") } ?? serverAdvice
    return error.message.isEmpty ? host("gives no reason", advice) : other(error.message, advice)
  }

  private var serverAdvice: String {
    let signer = error.tokenAccount.map { "The token is signed by \($0). " } ?? ""
    return switch error.code {
    case .notFound where isAboutTrip:
      "Check the ID and the provider; Fleet Engine keeps trips for 7 days."
    case .notFound: "Check the ID and the provider."
    case .unauthenticated: "\(signer)Check where the token comes from and this machine's clock."
    case .permissionDenied where ProjectRefusal(error) != nil:
      "ridealong doctor explains what to do."
    case .permissionDenied:
      "\(signer)Check that the key belongs to this provider and has a role that allows the call."
    case .resourceExhausted: "Wait, or ask the project's owner to raise the quota."
    case .unavailable, .deadlineExceeded, .aborted, .cancelled, .internal, .unknown, .dataLoss:
      isRetried ? "" : "Try again."
    case .ok, .invalidArgument, .alreadyExists, .failedPrecondition, .outOfRange, .unimplemented: ""
    }
  }

  private func other(_ text: String, _ addition: String = "") -> Outcome {
    Outcome(text: Self.joined(text, addition))
  }

  private func host(_ text: String, _ addition: String = "") -> Outcome {
    Outcome(text: Self.joined("\(endpoint) \(text)", addition), startsWithHost: true)
  }

  /// Joins two sentences; the second may be empty, and periods are added.
  private static func joined(_ one: String, _ other: String) -> String {
    [one, other].filter { !$0.isEmpty }
      .map { $0.last.map { ".!?".contains($0) } == true ? $0 : $0 + "." }
      .joined(separator: " ")
  }
}

extension CommandError {
  /// Ends a command whose call about a trip or vehicle has failed.
  init(_ error: FleetEngineError, about resource: NamedResource, endpoint: String) {
    let call = FailedCall(
      subject: resource.description,
      endpoint: endpoint,
      error: error,
      isAboutTrip: resource.kind == "trip"
    )
    self.init(ExitStatus(error), call.sentence)
  }

  /// Ends a command that cannot read the trips of a vehicle.
  init(_ error: FleetEngineError, vehicle: VehicleName, endpoint: String) {
    let failure = CommandError(error, about: .vehicle(vehicle), endpoint: endpoint)
    let isRefused = [.permissionDenied, .unauthenticated].contains(error.code)
    let advice = isRefused ? " \(VehicleAdvice.role)" : ""
    self.init(failure.status, failure.summary + advice)
  }

  init(_ error: ProviderError, backend: String) {
    self.init(ExitStatus(error), error.sentence(backend: backend))
  }
}

extension ProviderError {
  /// The failure in words, with the call that failed if the backend was reached.
  func sentence(backend: String) -> String {
    let text = BookingFailure(self, backend: backend).sentence
    if case .transport = cause { return text }
    return "\(operation): \(text)"
  }
}

extension ExitStatus {
  init(_ error: FleetEngineError) {
    self =
      switch error.cause {
      case .token(let cause): cause.isRecoverable ? .unavailable : .notPermitted
      case .transport(let cause): cause.kind == .refused ? .usage : .unavailable
      case .unreadableAnswer, .otherResource: .unavailable
      case .request: .usage
      case .server: ExitStatus(error.code)
      }
  }

  private init(_ code: RPCCode) {
    self =
      switch code {
      case .notFound: .notFound
      case .unauthenticated, .permissionDenied: .notPermitted
      case .resourceExhausted: .quota
      case .unavailable, .deadlineExceeded, .aborted, .cancelled, .internal, .unknown, .dataLoss:
        .unavailable
      case .ok, .invalidArgument, .alreadyExists, .failedPrecondition, .outOfRange, .unimplemented:
        .failure
      }
  }

  init(_ error: ProviderError) {
    switch error.cause {
    case .transport(let cause): self = cause.kind == .refused ? .usage : .unavailable
    case .unreadableAnswer, .otherResource: self = .unavailable
    case .request: self = .usage
    case .server:
      switch error.httpStatus ?? 500 {
      case 401, 403: self = .notPermitted
      case 404: self = .notFound
      case 429: self = .quota
      case 408, 500...: self = .unavailable
      default: self = .failure
      }
    }
  }
}

/// A trip or a vehicle by its name.
enum NamedResource: Sendable, Hashable, CustomStringConvertible {
  case trip(TripName)
  case vehicle(VehicleName)

  private var isTrip: Bool { if case .trip = self { true } else { false } }

  private var ids: (provider: String, resource: String) {
    switch self {
    case .trip(let name): (name.providerID, name.tripID)
    case .vehicle(let name): (name.providerID, name.vehicleID)
    }
  }

  var providerID: String { ids.provider }
  var id: String { ids.resource }
  var kind: String { isTrip ? "trip" : "vehicle" }
  var checkID: Check.ID { isTrip ? .trip : .vehicle }
  var operation: String { isTrip ? "GetTrip" : "GetVehicle" }
  /// The form of the name, for people.
  var form: String { isTrip ? TripName.form : VehicleName.form }
  var description: String { name(ofProvider: providerID) }

  /// The access that a token for the resource must have.
  var context: AuthorizationContext {
    isTrip ? AuthorizationContext(tripID: id) : AuthorizationContext(vehicleID: id)
  }

  /// The full name with another provider.
  func name(ofProvider id: String) -> String { "providers/\(id)/\(kind)s/\(self.id)" }
}
