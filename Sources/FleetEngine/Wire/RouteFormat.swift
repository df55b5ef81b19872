/// The form in which a trip's routes are asked for and sent.
///
/// Source: contract 1.7, polyline format type.
public enum RouteFormat: String, Sendable, Hashable {
  /// Lists of coordinates, the server's default.
  case coordinates = "LAT_LNG_LIST_TYPE"
  /// Text of the S2 compressed polyline format.
  case encodedPolyline = "ENCODED_POLYLINE_TYPE"
}

extension CodingUserInfoKey {
  static let routeFormat = CodingUserInfoKey.named("ridealong.routeFormat")
  static let enumNumbers = CodingUserInfoKey.named("ridealong.enumNumbers")

  private static func named(_ name: String) -> CodingUserInfoKey {
    guard let key = CodingUserInfoKey(rawValue: name) else {
      preconditionFailure("A coding key of the program's own has a name")
    }
    return key
  }
}

extension Encoder {
  /// The form of routes that the message is written in.
  var routeFormat: RouteFormat { userInfo[.routeFormat] as? RouteFormat ?? .coordinates }

  /// Whether the message is written with the numbers of enumerations instead of their names.
  var writesEnumNumbers: Bool { userInfo[.enumNumbers] as? Bool ?? false }
}
