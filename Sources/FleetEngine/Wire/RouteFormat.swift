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
  /// Set where a decoder knows that all names are spelt as JSON spells them.
  package static let namesAreJSON: CodingUserInfoKey = {
    guard let key = CodingUserInfoKey(rawValue: "ridealong.namesAreJSON") else {
      preconditionFailure("A coding key of the program's own has a name")
    }
    return key
  }()
}

extension Encoder {
  /// The form of routes that the message is written in.
  var routeFormat: RouteFormat { (self as? WireEncoder)?.settings.routeFormat ?? .coordinates }

  /// Whether the message is written with the numbers of enumerations instead of their names.
  var writesEnumNumbers: Bool { (self as? WireEncoder)?.settings.enumNumbers ?? false }
}
