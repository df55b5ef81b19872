public import FleetEngine

/// The information about an app that is sent with each request.
///
/// Source: contract 5.2 and 1.8.
public final class GMTSRequestHeader: GMTSValue<RequestHeader>, @unchecked Sendable {
  /// Creates a header.
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

  /// The language of responses, as a BCP 47 tag.
  public var languageCode: String? { value.languageCode }
  /// The app's region, as a CLDR code.
  public var regionCode: String? { value.regionCode }
  /// The version of the calling library, `major.minor.patch`.
  public var sdkVersion: String? { value.sdkVersion }
  /// The version of the operating system.
  public var osVersion: String? { value.osVersion }
  /// The model of the device.
  public var deviceModel: String? { value.deviceModel }
}
