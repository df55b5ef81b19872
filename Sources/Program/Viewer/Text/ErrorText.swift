internal import FleetEngine
internal import HTTPMessages
internal import RidesharingConsumer
internal import TrustLimits

struct ErrorText: Equatable {
  /// One short sentence, in most cases without a full stop.
  let summary: String
  /// The possible cause and what to do, sentence by sentence.
  let advice: [String]

  /// The facts besides the error on which the text depends.
  struct Context {
    /// The full name of the requested trip or vehicle.
    var name: String
    var backend: String
    var credentials = ""
    /// How far the server's clock is ahead of this machine's.
    var clockOffset: Duration?
    var localTime = LocalTime.system
    /// The present and the configured polling interval.
    var interval: Duration?
    var usualInterval: Duration?

    init(name: String, backend: String) { (self.name, self.backend) = (name, backend) }

    init(name: String, polling: PollingStatus, settings: ViewerSettings) {
      self.init(name: name, backend: settings.backend)
      (credentials, localTime) = (settings.credentials, settings.localTime)
      clockOffset = polling.serverClockOffset
      (interval, usualInterval) = (polling.interval, polling.usualInterval)
    }

    /// The vehicle's ID, if a vehicle was requested.
    var vehicleID: String? { (try? VehicleName(parsing: name))?.vehicleID }

    /// The ID of the trip or vehicle, or the whole name if it is invalid.
    var id: String { vehicleID ?? (try? TripName(parsing: name))?.tripID ?? name }
    /// The role that may read a vehicle's trips; empty for a trip.
    var role: String { vehicleID == nil ? "" : VehicleAdvice.role }
  }

  init(_ error: FleetEngineError, ride: RideState, settings: ViewerSettings) {
    self.init(error, Context(name: ride.tripName, polling: ride.polling, settings: settings))
  }

  init(_ error: FleetEngineError, _ context: Context) {
    if case .token(let cause) = error.cause {
      self.init(token: cause, context)
    } else if let text = FailureText(error, server: context.backend, option: "--endpoint") {
      self.init(failure: text, error.cause, backend: context.backend)
    } else {
      self.init(server: error, context)
    }
  }

  private init(failure: FailureText, _ cause: FleetEngineError.Cause, backend: String) {
    var advice = failure.advice
    if case .transport(let error) = cause {
      if error.kind == .insecure || error.proxyProblem != nil {
        advice.insert("Server: \(backend)", at: 0)
      }
      let isShown = error.proxyProblem != nil || advice.contains(ViewerText.ended(error.detail))
      if !isShown { advice.append(error.detail) }
    } else if case .unreadableAnswer(let type) = cause, !type.hasPrefix("application/json") {
      advice.insert("Server: \(backend)", at: 0)
    }
    self.init(failure.phrase, advice)
  }

  private init(_ summary: String, _ advice: [String]) {
    self.summary = summary
    self.advice = advice.filter { !$0.isEmpty }
  }

  /// The line for a retryable error, with the number and the time of the next attempt.
  func retryLine(
    _ error: FleetEngineError,
    attempt: Int,
    next: String,
    keys: KeyTable,
    isShort: Bool
  ) -> String {
    let now = "\(keys[.program(.refresh)]) = now"
    let retry = "Retry \(attempt) \(next)"
    let again = isShort ? retry : "\(retry) (automatic)"
    let limit = Quantities.age(Limits.Response.totalTime)
    switch error.cause {
    case .unreadableAnswer(let contentType) where !contentType.hasPrefix("application/json"):
      return "\(summary). Captive portal? \(retry)."
    case .transport(let cause) where cause.proxyProblem != nil:
      return "\(summary.prefix(1).uppercased())\(summary.dropFirst()). \(retry)."
    case .transport(let cause) where cause.kind == .timedOut:
      return "No response within \(limit). \(again). \(now)"
    case .transport(let cause) where cause.kind == .connectionLost:
      return "The server stopped the reply (\(error.label)). \(again)."
    case .otherResource, .unreadableAnswer: return "\(summary). \(again). \(now)"
    case .server: break
    case .transport, .token, .request: return "\(error.code.name): \(summary). \(again). \(now)"
    }
    switch error.code {
    case .deadlineExceeded: return "The server timed out (\(error.code.name)). \(again)."
    case .aborted, .cancelled:
      return "The server stopped the reply (\(error.code.name)). \(again)."
    case .internal, .unknown, .dataLoss:
      return "Server error (\(error.code.name)). \(retry). If it lasts, press \(keys[.details])."
    default: return "\(error.code.name): \(summary). \(again). \(now)"
    }
  }

  private init(token error: AccessTokenError, _ context: Context) {
    let source = context.credentials.isEmpty ? "" : "Token from: \(context.credentials)."
    switch error.problem {
    case .otherResource(let id):
      self.init(
        (context.vehicleID == nil
          ? "The token is for another trip, so it was not sent."
          : "The token is not for this vehicle, so it was not sent."),
        [
          "token  \(id)", "needed \(context.id)",
          context.vehicleID == nil ? "Get one for this trip." : "Get one for this vehicle.",
          context.role, source,
        ]
      )
    case .expired:
      let advice = [error.reason, Self.clock(context.clockOffset), source]
      self.init("The token has expired.", advice)
    case .command:
      self.init(error.reason, ["There is no token, so no request was sent."])
    case .other: self.init("There is no access token.", [error.reason, source])
    }
  }

  /// How far this machine's clock is off, if it is by much.
  private static func clock(_ offset: Duration?) -> String {
    guard let offset, offset.magnitude > Freshness.shownClockOffset else { return "" }
    let span = Quantities.span(offset.magnitude)
    return
      (offset > .zero
      ? "This machine's clock is \(span) behind the server's."
      : "This machine's clock is \(span) ahead of the server's.")
  }

  /// The source and the expiry of the refused token.
  private static func origin(_ error: FleetEngineError, _ context: Context) -> String {
    let source = context.credentials.isEmpty ? "not known" : context.credentials
    let account = error.tokenAccount.map { "signed by \($0)" }
    let expiry = error.tokenExpiresAt.map { "expires \(context.localTime.clock($0))" }
    let facts = [source, account, expiry].compactMap { $0 }.joined(separator: ", ")
    return "Token from: \(facts)."
  }

  private init(server error: FleetEngineError, _ context: Context) {
    let (name, backend, isTrip) = (context.name, context.backend, context.vehicleID == nil)
    if let key = WrongKey(error) {
      self.init(key.summary, key.advice + [error.message])
      return
    }
    switch error.code {
    case .unauthenticated:
      self.init(
        "The token is missing, expired or not valid.",
        [
          context.role, Self.origin(error, context), Self.clock(context.clockOffset),
          "Check where it comes from and this machine's clock.", error.message,
        ]
      )
    case .permissionDenied:
      self.init(
        (isTrip
          ? "The server refused this token for this trip."
          : "The server refused this token for this vehicle."),
        [
          context.role, Self.origin(error, context),
          (isTrip
            ? "Possible: token for another trip, wrong role, API not enabled for the project, "
              + "trip of another provider."
            : "Possible: token for another vehicle, wrong role, API not enabled for the project, "
              + "vehicle of another provider."),
          error.message,
        ]
      )
    case .notFound:
      self.init(
        (isTrip
          ? "This trip does not exist (or was deleted)."
          : "This vehicle does not exist (or was deleted)."),
        [
          "Check the ID, or wait: polling goes on, once a minute after 2 minutes.",
          "Requested \(name)",
        ]
      )
    case .invalidArgument:
      self.init(
        (isTrip
          ? "The server does not accept this trip name."
          : "The server does not accept this vehicle name."),
        [
          "Requested \(name)",
          "Expected \(isTrip ? TripName.form : VehicleName.form)", error.message,
        ]
      )
    case .resourceExhausted:
      let interval = Quantities.age(context.interval ?? .seconds(5))
      let usual = Quantities.age(context.usualInterval ?? .seconds(5))
      self.init(
        (interval == usual
          ? "Quota used up." : "Quota used up. Polling every \(interval) instead of \(usual)."),
        ["Ask the project owner to raise the quota.", error.message]
      )
    case .unimplemented, .failedPrecondition:
      let advice = ["Server: \(backend)", error.message]
      self.init("This server does not support following trips.", advice)
    case .aborted, .cancelled: self.init("the server stopped the reply", [error.message])
    case .deadlineExceeded: self.init("the server timed out", [error.message])
    case .unavailable: self.init("server unreachable", [error.message])
    case .internal, .unknown, .dataLoss, .ok: self.init("server error", [error.message])
    case .alreadyExists, .outOfRange:
      self.init("The server refused the call.", [error.message])
    }
  }
}
