/// Where the Navigation SDK begins.
@MainActor
@preconcurrency
public enum GMSNavigationServices {
  /// Reports the terms as accepted, at the next turn of the main actor; no dialog is shown.
  public static func showTermsAndConditionsDialogIfNeeded(
    withCompanyName companyName: String,
    callback: @escaping GMSTermsResponseCallback
  ) {
    // Not a child of any task: the SDK answers later too.
    Task { callback(true) }
  }

  /// Whether the terms are accepted: always.
  public static func areTermsAndConditionsAccepted() -> Bool { true }
}

/// Called with whether the user has accepted the terms.
public typealias GMSTermsResponseCallback = @MainActor (Bool) -> Void

/// How the camera of a driver's map moves, of the name that it has in the Navigation SDK.
public enum GMSNavigationCameraMode: Int, Sendable {
  case free = 0
  case following = 1
  case overview = 2
}
