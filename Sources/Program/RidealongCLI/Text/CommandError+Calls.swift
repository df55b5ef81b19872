internal import FleetEngine
internal import ProviderBackend
internal import Viewer

extension CommandError {
  /// Ends a command whose call about a trip or vehicle has failed.
  init(_ error: FleetEngineError, about resource: NamedResource, endpoint: String) {
    self.init(error, about: resource.description, endpoint: endpoint)
  }

  /// Ends a command whose call about something with a name has failed.
  init(_ error: FleetEngineError, about subject: String, endpoint: String) {
    let failure = CallFailure(error, CallFailure.Facts(name: subject, server: endpoint))
    self.init(ExitStatus(failure), failure.text(error, about: subject))
  }

  /// Ends a command whose call of a provider's backend has failed.
  init(_ error: ProviderError, backend: String) {
    let failure = CallFailure(error, backend: backend)
    self.init(ExitStatus(failure), failure.text(error))
  }
}

extension CallFailure {
  /// The text, after the call that failed if the backend was reached.
  func text(_ error: ProviderError) -> String {
    if case .transport = error.cause { text } else { "\(error.operation): \(text)" }
  }
}

extension FleetEngineError {
  /// Whether Fleet Engine says that the resource does not exist.
  var isMissing: Bool { code == .notFound && cause == .server }
}

extension ExitStatus {
  init(_ failure: CallFailure) {
    self =
      switch failure.outcome {
      case .unavailable: .unavailable
      case .notPermitted: .notPermitted
      case .notFound: .notFound
      case .quota: .quota
      case .invalid: .usage
      case .refused: .failure
      }
  }

  init(_ error: FleetEngineError) {
    self.init(CallFailure(error, CallFailure.Facts(name: "", server: "")))
  }

  init(_ error: ProviderError) { self.init(CallFailure(error, backend: "")) }
}
