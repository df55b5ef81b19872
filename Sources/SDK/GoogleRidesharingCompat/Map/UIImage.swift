public import CellGrid
internal import Synchronization

/// An image made of text, with UIKit's name.
///
/// A named image shows the text that ``setText(_:color:forImageNamed:)`` has set for the name. The
/// default depends on the words of the name: `pickup` `(P)`, `dropoff` or `destination` `(D)`,
/// `intermediate`, `waypoint` or `stop` `(o)`, `vehicle`, `taxi` or `car` the vehicle's arrow, and
/// anything else a pin `(*)`.
public final class UIImage: GMTSValue<ImageText>, @unchecked Sendable {
  private static let texts = Mutex<[String: ImageText]>([:])

  /// Creates an image of rows of text, which are truncated to a marker's size.
  public convenience init(_ rows: [SafeText]) { self.init(ImageText(rows: rows)) }

  /// Creates an image of one row, preferably of one to three cells.
  public convenience init(text: SafeText) { self.init([text]) }

  /// Returns an image of the app; nil for an empty name.
  public convenience init?(named name: String) {
    guard !name.isEmpty else { return nil }
    let known = Self.texts.withLock { $0[name] }
    self.init(known ?? ImageText(named: name))
  }

  /// Returns an image of the system, such as `car.fill`; nil for an empty name.
  public convenience init?(systemName name: String) { self.init(named: name) }

  /// Sets the rows of images that are created with a name from now on; empty for the default.
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

/// The text that a map of cells draws for an image.
public struct ImageText: Hashable, Sendable {
  /// The rows of text from the top.
  public var rows: [SafeText]
  /// The color of the text; nil for the color of the view or marker.
  public var color: Color?
  /// Whether the image shows a vehicle, which a marker draws as an arrow that turns.
  public var isVehicle = false
  /// The name with which the image was created, if any.
  public var name: String?

  static let pin: SafeText = "(*)"
}

extension ImageText {
  private static let vehicle: SafeText = "[V]"
  /// The texts for words in an image's name; the first match wins.
  private static let texts: [(words: [String], text: SafeText)] = [
    (["pickup"], "(P)"), (["dropoff"], "(D)"),
    (["intermediate", "multidestination", "waypoint", "stop"], "(o)"), (["destination"], "(D)"),
    (["vehicle", "taxi", "driver"], vehicle),
    (["mylocation", "userlocation", "person", "rider"], "(@)"),
  ]

  /// Chooses a text by the words of an image's name, such as `ic_pickup_marker`.
  init(named name: String) {
    let letters = name.lowercased().filter(\.isLetter)
    let isCar = Self.words(of: name).contains("car")
    let match = Self.texts.first { words, text in
      words.contains { letters.contains($0) } || (isCar && text == Self.vehicle)
    }
    let text = match?.text ?? Self.pin
    self.init(rows: [text], isVehicle: text == Self.vehicle, name: name)
  }

  /// The lowercase words of a name such as `blueCar_2x`.
  private static func words(of name: String) -> [Substring] {
    let spaced = name.map { $0.isUppercase ? " \($0)" : "\($0)" }.joined()
    return spaced.lowercased().split { !$0.isLetter }
  }
}
