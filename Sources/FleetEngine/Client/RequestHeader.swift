/// What a client says of itself with a request.
///
/// Source: contract 1.8.
public struct RequestHeader: Sendable, Hashable {
  /// Which kind of SDK calls.
  public enum SDKType: String, Sendable, Hashable {
    case consumer = "CONSUMER"
    case driver = "DRIVER"
    case javaScript = "JAVASCRIPT"
  }

  /// What the client runs on.
  public enum Platform: String, Sendable, Hashable {
    case android = "ANDROID"
    case iOS = "IOS"
    case web = "WEB"
  }

  /// The language in which answers are wanted, BCP 47.
  public var languageCode: String?
  /// The region that the client is in, CLDR.
  public var regionCode: String?
  /// The version of the calling library, `major.minor.patch`.
  public var sdkVersion: String?
  /// The version of the operating system.
  public var osVersion: String?
  /// The model of the device.
  public var deviceModel: String?
  /// Which kind of SDK calls.
  public var sdkType: SDKType?
  /// The version of the maps SDK that the client stands on.
  public var mapsSDKVersion: String?
  /// The version of the navigation SDK that the client stands on.
  public var navSDKVersion: String?
  /// What the client runs on.
  public var platform: Platform?
  /// Who made the device.
  public var manufacturer: String?
  /// The API level of an Android device.
  public var androidAPILevel: Int32?
  /// An id that ties the request to the client's own records.
  public var traceID: String?

  /// Creates a header, by default without any field.
  public init(
    languageCode: String? = nil,
    regionCode: String? = nil,
    sdkVersion: String? = nil,
    osVersion: String? = nil,
    deviceModel: String? = nil,
    sdkType: SDKType? = nil,
    mapsSDKVersion: String? = nil,
    navSDKVersion: String? = nil,
    platform: Platform? = nil,
    manufacturer: String? = nil,
    androidAPILevel: Int32? = nil,
    traceID: String? = nil
  ) {
    self.languageCode = languageCode
    self.regionCode = regionCode
    self.sdkVersion = sdkVersion
    self.osVersion = osVersion
    self.deviceModel = deviceModel
    self.sdkType = sdkType
    self.mapsSDKVersion = mapsSDKVersion
    self.navSDKVersion = navSDKVersion
    self.platform = platform
    self.manufacturer = manufacturer
    self.androidAPILevel = androidAPILevel
    self.traceID = traceID
  }

  /// The header's fields as query parameters, those that are set.
  var queryItems: [(name: String, value: String)] {
    let fields: [(String, String?)] = [
      ("languageCode", languageCode),
      ("regionCode", regionCode),
      ("sdkVersion", sdkVersion),
      ("osVersion", osVersion),
      ("deviceModel", deviceModel),
      ("sdkType", sdkType?.rawValue),
      ("mapsSdkVersion", mapsSDKVersion),
      ("navSdkVersion", navSDKVersion),
      ("platform", platform?.rawValue),
      ("manufacturer", manufacturer),
      ("androidApiLevel", androidAPILevel.map { String($0) }),
      ("traceId", traceID),
    ]
    return fields.compactMap { name, value in value.map { ("header." + name, $0) } }
  }
}
