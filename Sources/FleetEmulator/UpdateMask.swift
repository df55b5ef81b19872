internal import FleetEngine

/// The fields that an update names, in JSON's spelling.
///
/// Source: contract 2.4.
struct UpdateMask: Sendable {
  let paths: Set<String>

  /// Reads a mask.
  ///
  /// - Parameters:
  ///   - text: Paths with commas between them, in either spelling.
  ///   - writable: The paths that may be updated.
  ///   - readOnly: The fields that exist and may not be.
  /// - Throws: That the mask is empty, or which path cannot be updated.
  init(
    _ text: String,
    writable: Set<String>,
    readOnly: Set<String>
  ) throws(RPCFailure) {
    var paths: Set<String> = []
    for part in text.split(separator: ",") {
      let path = FieldName.camelCase(String(part.filter { $0 != " " }))
      guard !path.isEmpty else { continue }
      // A message of one field is that field.
      let field = Self.wholes[path] ?? path
      guard writable.contains(field) else {
        let shown = path.prefix(64)
        throw .invalid(
          readOnly.contains(field)
            ? "update_mask holds \(shown), which cannot be updated."
            : "update_mask holds \(shown), which is unknown or not supported here."
        )
      }
      paths.insert(field)
    }
    guard !paths.isEmpty else { throw .invalid("update_mask cannot be empty") }
    self.paths = paths
  }

  private static let wholes = [
    "pickupPoint.point": "pickupPoint",
    "dropoffPoint.point": "dropoffPoint",
    "vehicleType.category": "vehicleType",
    "currentRouteSegmentTraffic.trafficRendering": "currentRouteSegmentTraffic",
  ]

  func contains(_ path: String) -> Bool { paths.contains(path) }
}
