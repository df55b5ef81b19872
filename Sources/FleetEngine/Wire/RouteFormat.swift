/// The form in which a trip's routes are requested and sent.
///
/// Source: contract 1.7, polyline format type.
public enum RouteFormat: String, Sendable, Hashable {
  /// Lists of coordinates, the server's default.
  case coordinates = "LAT_LNG_LIST_TYPE"
  /// Text of the S2 compressed polyline format.
  case encodedPolyline = "ENCODED_POLYLINE_TYPE"
}
