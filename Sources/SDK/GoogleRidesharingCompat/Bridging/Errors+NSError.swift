public import FleetEngine
public import Foundation
public import HTTPMessages
public import RidesharingDriver

extension FleetEngineError: CustomNSError {
  /// The domain of gRPC.
  public static var errorDomain: String { domain }
  /// The number of the gRPC code.
  public var errorCode: Int { code.rawValue }
  /// The untrusted message, and the underlying error unless the server caused the failure.
  public var errorUserInfo: [String: Any] {
    var info: [String: Any] = [NSLocalizedDescriptionKey: message]
    switch cause {
    case .transport(let error): info[NSUnderlyingErrorKey] = error as NSError
    case .token(let error): info[NSUnderlyingErrorKey] = error as NSError
    case .server, .unreadableAnswer, .otherResource, .otherServer, .request: break
    }
    return info
  }
}

extension AccessTokenError: CustomNSError {
  /// The reason, which names the source of the tokens.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: reason] }
}

extension HTTPTransportError: CustomNSError {
  /// The error's description.
  public var errorUserInfo: [String: Any] {
    [NSLocalizedDescriptionKey: description]
  }
}

extension VehicleReporterError: CustomNSError {
  /// The domain of gRPC.
  public static var errorDomain: String { FleetEngineError.domain }
  /// The number of the gRPC code.
  public var errorCode: Int {
    switch self {
    case .trackingIsOff: RPCCode.failedPrecondition.rawValue
    case .unsupportedState: RPCCode.invalidArgument.rawValue
    case .superseded: RPCCode.aborted.rawValue
    case .call(let error): error.code.rawValue
    }
  }
  /// The message and, for a failed call, the underlying error.
  public var errorUserInfo: [String: Any] {
    switch self {
    case .trackingIsOff, .unsupportedState, .superseded: [NSLocalizedDescriptionKey: description]
    case .call(let error):
      [
        NSLocalizedDescriptionKey: "The vehicle could not be updated: \(error.message)",
        NSUnderlyingErrorKey: error as NSError,
      ]
    }
  }
}
