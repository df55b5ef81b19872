public import FleetEngine
public import Foundation

/// An immutable SDK object that wraps a value; objects with equal values are equal.
public class GMTSValue<Value: Hashable & Sendable>: NSObject, @unchecked Sendable {
  /// The library's value.
  public let value: Value

  /// Wraps a value of the library.
  public init(_ value: Value) { self.value = value }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? GMTSValue<Value>, type(of: other) == type(of: self) else {
      return false
    }
    return other.value == value
  }

  public override var hash: Int { value.hashValue }
}

/// The information about an app that is sent with each request.
///
/// See docs/protocol.md, "Trip model" and "Request header".
public final class GMTSRequestHeader: GMTSValue<RequestHeader>, @unchecked Sendable {
  /// Creates a header.
  public convenience init(
    languageCode: String? = nil, regionCode: String? = nil, sdkVersion: String? = nil,
    osVersion: String? = nil, deviceModel: String? = nil
  ) {
    self.init(
      RequestHeader(
        languageCode: languageCode, regionCode: regionCode, sdkVersion: sdkVersion,
        osVersion: osVersion, deviceModel: deviceModel))
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
