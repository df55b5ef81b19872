// swift-format-ignore-file
// Listing 000.02
/*
 * AppDelegate.swift
 */
import GoogleRidesharingConsumer
import GoogleMaps
// End of listing

extension Guide000 {
  // Listing 000.02
  #if canImport(ObjectiveC)
  @UIApplicationMain
  #endif
  class AppDelegate: UIResponder, UIApplicationDelegate {
    func application(_ application: UIApplication,
      didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?) -> Bool {
      // Register your API key for GMSServices.
      GMSServices.provideAPIKey(yourMapsAPIKey)
      // Set the instance of the SampleAccessTokenProvider.
      GMTCServices.setAccessTokenProvider(SampleAccessTokenProvider(), providerID: yourProviderID)
      // Other initialization code ...
      return true
    }
  }
  // End of listing
}
