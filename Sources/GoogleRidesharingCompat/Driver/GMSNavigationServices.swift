/// The entry point of the Navigation SDK.
@MainActor @preconcurrency
public enum GMSNavigationServices {
  /// Accepts the terms at the next turn of the main actor; no dialog is shown.
  public static func showTermsAndConditionsDialogIfNeeded(
    withCompanyName companyName: String,
    callback: @escaping GMSTermsResponseCallback
  ) {
    // Unstructured: the SDK responds later too.
    Task { callback(true) }
  }

  /// Returns true: the terms are always accepted.
  public static func areTermsAndConditionsAccepted() -> Bool { true }
}

/// Called with whether the user has accepted the terms.
public typealias GMSTermsResponseCallback = @MainActor (Bool) -> Void

/// How the camera of a driver's map moves.
public enum GMSNavigationCameraMode: Int, Sendable {
  case free, following, overview
}
