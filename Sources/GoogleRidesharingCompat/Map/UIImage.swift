public import CellGrid
internal import Synchronization

/// A picture of UIKit's name, made of text.
///
/// An image that is made by its name shows what ``setText(_:color:forImageNamed:)`` was given for
/// that name, else what the words in the name say: `pickup` `(P)`, `dropoff` or `destination` `(D)`,
/// `intermediate`, `waypoint` or `stop` `(o)`, `vehicle`, `taxi` or `car` the vehicle's arrow, and
/// anything else a pin `(*)`.
public final class UIImage: GMTSValue<ImageText>, @unchecked Sendable {
  private static let texts = Mutex<[String: ImageText]>([:])

  /// Creates a picture of rows of text, which are cut to what a marker has room for.
  public convenience init(_ rows: [SafeText]) {
    self.init(ImageText(rows: rows))
  }

  /// Creates a picture of one row, best of one to three cells.
  public convenience init(text: SafeText) {
    self.init([text])
  }

  /// Finds an image of the app; nil for an empty name.
  public convenience init?(named name: String) {
    guard !name.isEmpty else { return nil }
    let known = Self.texts.withLock { $0[name] }
    self.init(known ?? ImageText(named: name))
  }

  /// Finds an image of the system, such as `car.fill`; nil for an empty name.
  public convenience init?(systemName name: String) {
    self.init(named: name)
  }

  /// Sets what images of a name show that are made from now on.
  ///
  /// - Parameters:
  ///   - rows: The rows of text from the top; none for what the name's words say.
  ///   - color: The color of the text; nil for the color of whatever shows it.
  ///   - name: The name.
  public static func setText(
    _ rows: [SafeText],
    color: UIColor? = nil,
    forImageNamed name: String
  ) {
    texts.withLock {
      $0[name] = rows.isEmpty ? nil : ImageText(rows: rows, color: color?.value, name: name)
    }
  }
}
