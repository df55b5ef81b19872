public import CellGrid
public import Foundation

// The UIKit types in the SDK's signatures, reduced to what a map of cells can draw. They are declared
// here because this module has no UIKit.

/// A color, as in UIKit.
public final class UIColor: GMTSValue<Color>, @unchecked Sendable {
  /// Creates a color from components in 0...1; alpha is ignored, as cells are opaque.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    func byte(_ part: CGFloat) -> UInt8 { UInt8((max(0, min(1, part)) * 255).rounded()) }
    self.init(.rgb(red: byte(red), green: byte(green), blue: byte(blue)))
  }

  private convenience init(_ red: CGFloat, _ green: CGFloat, _ blue: CGFloat) {
    self.init(red: red, green: green, blue: blue, alpha: 1)
  }

  /// Black.
  public static let black = UIColor(0, 0, 0)
  /// Gray of half brightness.
  public static let gray = UIColor(0.5, 0.5, 0.5)
  /// White.
  public static let white = UIColor(1, 1, 1)
  /// Pure red.
  public static let red = UIColor(1, 0, 0)
  /// Pure green.
  public static let green = UIColor(0, 1, 0)
  /// Pure blue.
  public static let blue = UIColor(0, 0, 1)
  /// Red and green.
  public static let yellow = UIColor(1, 1, 0)
  /// Red and half green.
  public static let orange = UIColor(1, 0.5, 0)
}

/// Distances from the edges of a rectangle, as in UIKit.
public struct UIEdgeInsets: Sendable, Hashable {
  /// The distance from the top edge.
  public var top: CGFloat
  /// The distance from the left edge.
  public var left: CGFloat
  /// The distance from the bottom edge.
  public var bottom: CGFloat
  /// The distance from the right edge.
  public var right: CGFloat
  /// Zero distances.
  public static let zero = UIEdgeInsets()

  /// Creates distances, zero by default.
  public init(top: CGFloat = 0, left: CGFloat = 0, bottom: CGFloat = 0, right: CGFloat = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }
}

/// A view of one image, as in UIKit.
@MainActor @preconcurrency
public final class UIImageView: UIView {
  /// The image.
  public let image: UIImage?

  /// Creates a view of an image's size.
  public init(image: UIImage?) {
    self.image = image
    let rows = image?.value.rows ?? []
    let columns = rows.map(\.width).max() ?? 0
    super.init(frame: CGRect(x: 0, y: 0, width: columns, height: rows.count))
  }
}
