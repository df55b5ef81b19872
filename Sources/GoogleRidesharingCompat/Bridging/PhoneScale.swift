internal import CellGrid
internal import Foundation
internal import MapCanvas

/// How lengths and zooms that were chosen for a telephone are shown in cells.
///
/// A cell is taken to be as large as 8 × 16 points, and so a Braille dot as 4 × 4. The world of the
/// Maps SDK is `256 × 2^zoom` points wide, that of a `Camera` `256 × 2^zoom` dots.
enum PhoneScale {
  /// What the zoom of the Maps SDK is greater by for the same size on the screen.
  static let zoomDifference = 2.0
  /// The zooms of the Maps SDK.
  static let zoomRange: ClosedRange<Float> = 2...21
  private static let pointsPerColumn = 8.0
  private static let pointsPerRow = 16.0

  /// The zoom of the Maps SDK that a camera's looks like.
  static func zoom(of camera: Camera) -> Float { Float(camera.zoom + zoomDifference) }

  /// A camera's zoom that looks like one of the Maps SDK.
  static func cameraZoom(_ zoom: Float) -> Double { Double(zoom) - zoomDifference }

  static func columns(_ points: CGFloat) -> Int { cells(points, pointsPerColumn) }

  static func rows(_ points: CGFloat) -> Int { cells(points, pointsPerRow) }

  private static func cells(_ points: CGFloat, _ size: Double) -> Int {
    guard points.isFinite else { return 0 }
    return Int((max(-1e6, min(1e6, Double(points))) / size).rounded())
  }
}
