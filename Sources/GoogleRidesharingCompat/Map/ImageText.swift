public import CellGrid

/// What a map of cells can draw of an image.
public struct ImageText: Hashable, Sendable {
  /// The rows of text from the top.
  public var rows: [SafeText]
  /// The color of the text; nil for the color of whatever shows it.
  public var color: Color?
  /// Whether it is a vehicle, which a marker draws as an arrow that turns with its rotation.
  public var isVehicle: Bool
  /// The name that the image was made with, if any.
  public var name: String?

  /// Creates what is drawn of an image.
  ///
  /// - Parameters:
  ///   - rows: The rows of text from the top.
  ///   - color: The color of the text; nil for the color of whatever shows it.
  ///   - isVehicle: Whether it is a vehicle.
  ///   - name: The name that the image was made with.
  public init(
    rows: [SafeText],
    color: Color? = nil,
    isVehicle: Bool = false,
    name: String? = nil
  ) {
    self.rows = rows
    self.color = color
    self.isVehicle = isVehicle
    self.name = name
  }

  /// What a pin without an image of its own shows.
  static let pin: SafeText = "(*)"

  /// Finds what to draw by the words of an image's name, such as `ic_pickup_marker`.
  init(named name: String) {
    let letters = name.lowercased().filter(\.isLetter)
    func has(_ words: String...) -> Bool { words.contains { letters.contains($0) } }
    self.init(rows: [Self.pin], name: name)
    if has("pickup") {
      rows = ["(P)"]
    } else if has("dropoff") {
      rows = ["(D)"]
    } else if has("intermediate", "multidestination", "waypoint", "stop") {
      rows = ["(o)"]
    } else if has("destination") {
      rows = ["(D)"]
    } else if has("vehicle", "taxi", "driver") || Self.words(of: name).contains("car") {
      rows = ["[V]"]
      isVehicle = true
    } else if has("mylocation", "userlocation", "person", "rider") {
      rows = ["(@)"]
    }
  }

  /// The lowercase words of a name such as `blueCar_2x`.
  private static func words(of name: String) -> [Substring] {
    var spaced = ""
    for character in name {
      if character.isUppercase { spaced += " " }
      spaced.append(character)
    }
    return spaced.lowercased().split { !$0.isLetter }
  }
}
