/// The form of routes in requests and responses.
///
/// See docs/protocol.md, "Enumerations", polyline format type.
public enum RouteFormat: String, Sendable, Hashable {
  /// Lists of coordinates, the server's default.
  case coordinates = "LAT_LNG_LIST_TYPE"
  /// Text in the S2 compressed polyline format.
  case encodedPolyline = "ENCODED_POLYLINE_TYPE"
}
