public import FleetEngine

/// What an app says of itself with a request.
///
/// Source: contract 5.2 and 1.8.
public final class GMTSRequestHeader: GMTSValue<RequestHeader>, @unchecked Sendable {
  /// Creates a header.
  ///
  /// - Parameters:
  ///   - languageCode: The language in which answers are wanted, BCP 47.
  ///   - regionCode: The region that the app is in, CLDR.
  ///   - sdkVersion: The version of the calling library, `major.minor.patch`.
  ///   - osVersion: The version of the operating system.
  ///   - deviceModel: The model of the device.
  public convenience init(
    languageCode: String? = nil,
    regionCode: String? = nil,
    sdkVersion: String? = nil,
    osVersion: String? = nil,
    deviceModel: String? = nil
  ) {
    self.init(
      RequestHeader(
        languageCode: languageCode,
        regionCode: regionCode,
        sdkVersion: sdkVersion,
        osVersion: osVersion,
        deviceModel: deviceModel
      )
    )
  }

  /// The language in which answers are wanted, BCP 47.
  public var languageCode: String? { value.languageCode }
  /// The region that the app is in, CLDR.
  public var regionCode: String? { value.regionCode }
  /// The version of the calling library.
  public var sdkVersion: String? { value.sdkVersion }
  /// The version of the operating system.
  public var osVersion: String? { value.osVersion }
  /// The model of the device.
  public var deviceModel: String? { value.deviceModel }
}
