internal import JSON

/// Facts about the client that it sends with each request.
///
/// See docs/protocol.md, "Request header".
public struct RequestHeader: Sendable, Hashable {
  /// The kind of SDK.
  public enum SDKType: String, Sendable, Hashable {
    case consumer = "CONSUMER"
    case driver = "DRIVER"
    case javaScript = "JAVASCRIPT"
  }

  /// The client's platform.
  public enum Platform: String, Sendable, Hashable {
    case android = "ANDROID"
    case iOS = "IOS"
    case web = "WEB"
  }

  /// The preferred language of responses, a BCP 47 tag.
  public var languageCode: String?
  /// The client's region, a CLDR code.
  public var regionCode: String?
  /// The version of the calling library, `major.minor.patch`.
  public var sdkVersion: String?
  /// The version of the operating system.
  public var osVersion: String?
  /// The model of the device.
  public var deviceModel: String?
  /// The kind of SDK that sends the request.
  public var sdkType: SDKType?
  /// The version of the Maps SDK that the client uses.
  public var mapsSDKVersion: String?
  /// The version of the Navigation SDK that the client uses.
  public var navSDKVersion: String?
  /// The client's platform.
  public var platform: Platform?
  /// The manufacturer of the device.
  public var manufacturer: String?
  /// The API level of an Android device.
  public var androidAPILevel: Int32?
  /// An ID that ties the request to the client's own records.
  public var traceID: String?

  /// Creates a header.
  public init(
    languageCode: String? = nil, regionCode: String? = nil, sdkVersion: String? = nil,
    osVersion: String? = nil, deviceModel: String? = nil, sdkType: SDKType? = nil,
    mapsSDKVersion: String? = nil, navSDKVersion: String? = nil, platform: Platform? = nil,
    manufacturer: String? = nil, androidAPILevel: Int32? = nil, traceID: String? = nil
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

  /// Returns a new random trace ID, a UUID of version 4.
  @Sendable public static func newTraceID() -> String {
    var random = SystemRandomNumberGenerator()
    let high = random.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
    let low = random.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    let digits = [high, low].flatMap { half in
      let text = String(half as UInt64, radix: 16)
      return Array(repeating: "0", count: 16 - text.count) + text.map(String.init)
    }
    let ends = [8, 12, 16, 20, 32]
    return zip([0] + ends, ends).map { digits[$0..<$1].joined() }.joined(separator: "-")
  }

  /// The fields that are set, as query parameters.
  var queryItems: [(name: String, value: String)] { fields.map { ("header." + $0.name, $0.value) } }

  /// The fields that are set, as a message.
  var json: JSONTree {
    var object = JSONObject()
    for (name, value) in fields {
      object.append(
        name,
        androidAPILevel.flatMap { name == "androidApiLevel" ? .number(Double($0)) : nil }
          ?? .text(value))
    }
    return .object(object)
  }

  private var fields: [(name: String, value: String)] {
    let fields: [(String, String?)] = [
      ("languageCode", languageCode), ("regionCode", regionCode), ("sdkVersion", sdkVersion),
      ("osVersion", osVersion), ("deviceModel", deviceModel), ("sdkType", sdkType?.rawValue),
      ("mapsSdkVersion", mapsSDKVersion), ("navSdkVersion", navSDKVersion),
      ("platform", platform?.rawValue), ("manufacturer", manufacturer),
      ("androidApiLevel", androidAPILevel.map { String($0) }), ("traceId", traceID),
    ]
    return fields.compactMap { name, value in value.map { (name, $0) } }
  }
}
