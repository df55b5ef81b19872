public import CellGrid
public import Foundation

// The SDK's signatures take these from UIKit, which exists nowhere where this product runs. They hold
// what a map of cells can draw of them.

/// A color of UIKit's name.
public final class UIColor: GMTSValue<Color>, @unchecked Sendable {
  /// Creates a color.
  ///
  /// - Parameters:
  ///   - red: Red in 0...1.
  ///   - green: Green in 0...1.
  ///   - blue: Blue in 0...1.
  ///   - alpha: Not drawn: cells are opaque.
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

/// A view of one picture, of UIKit's name.
@MainActor
@preconcurrency
public final class UIImageView: UIView {
  /// The picture.
  public let image: UIImage?

  /// Creates a view of a picture.
  public init(image: UIImage?) {
    self.image = image
    let rows = image?.value.rows ?? []
    let columns = rows.map(\.width).max() ?? 0
    super.init(frame: CGRect(x: 0, y: 0, width: columns, height: rows.count))
  }
}
