internal import Foundation
internal import MapCanvas

/// Converts lengths and zooms that were chosen for a phone to cells.
///
/// A cell counts as 8 × 16 points, and so a Braille dot as 4 × 4. The world of the Maps SDK is
/// `256 × 2^zoom` points wide, that of a `Camera` `256 × 2^zoom` dots.
enum PhoneScale {
  /// The Maps SDK's zoom minus the camera's for the same size on the screen.
  private static let zoomDifference = 2.0
  /// The zooms of the Maps SDK.
  static let zoomRange: ClosedRange<Float> = 2...21

  /// The Maps SDK's zoom for a camera.
  static func zoom(of camera: Camera) -> Float { Float(camera.zoom + zoomDifference) }

  /// A camera's zoom for one of the Maps SDK.
  static func cameraZoom(_ zoom: Float) -> Double { Double(zoom) - zoomDifference }

  static func columns(_ points: CGFloat) -> Int { cells(points, pointsPerCell: 8) }

  static func rows(_ points: CGFloat) -> Int { cells(points, pointsPerCell: 16) }

  private static func cells(_ points: CGFloat, pointsPerCell: Double) -> Int {
    guard points.isFinite else { return 0 }
    return Int((max(-1e6, min(1e6, Double(points))) / pointsPerCell).rounded())
  }
}
