public import CellGrid
public import Foundation

// UIKit's types in the SDK's signatures, reduced to what a map of cells can draw.

/// A color, as in UIKit.
public final class UIColor: GMTSValue<Color>, @unchecked Sendable {
  /// Creates a color from components in 0...1; alpha is ignored, as cells are opaque.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    func byte(_ part: CGFloat) -> UInt8 { UInt8((max(0, min(1, part)) * 255).rounded()) }
    self.init(.rgb(red: byte(red), green: byte(green), blue: byte(blue)))
  }

  /// Black.
  public static let black = UIColor(.rgb(red: 0, green: 0, blue: 0))
  /// Gray of half brightness.
  public static let gray = UIColor(.rgb(red: 128, green: 128, blue: 128))
  /// White.
  public static let white = UIColor(.rgb(red: 255, green: 255, blue: 255))
  /// Pure red.
  public static let red = UIColor(.rgb(red: 255, green: 0, blue: 0))
  /// Pure green.
  public static let green = UIColor(.rgb(red: 0, green: 255, blue: 0))
  /// Pure blue.
  public static let blue = UIColor(.rgb(red: 0, green: 0, blue: 255))
  /// Red and green.
  public static let yellow = UIColor(.rgb(red: 255, green: 255, blue: 0))
  /// Red and half green.
  public static let orange = UIColor(.rgb(red: 255, green: 128, blue: 0))
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
@MainActor @preconcurrency public final class UIImageView: UIView {
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
