internal import FleetEngine

extension AccessTokenError {
  /// That whoever asked for a token has given up.
  static let notWanted = AccessTokenError(
    reason: "The token is not wanted any more.",
    isRecoverable: true
  )
}
