public import Geo

/// A place of the town that has a name.
public struct CityPlace: Sendable, Hashable {
  /// The kinds of place.
  public enum Kind: Sendable, Hashable, CaseIterable {
    case town
    case district
    case park
    case square
    case river
    case island
  }

  /// The kind of place.
  public var kind: Kind
  /// Its name.
  public var name: LocalName
  /// The place of the name on the map.
  public var coordinate: Coordinate

  /// Creates a place.
  ///
  /// - Parameters:
  ///   - kind: The kind of place.
  ///   - name: Its name.
  ///   - coordinate: The place of the name on the map.
  public init(kind: Kind, name: LocalName, coordinate: Coordinate) {
    self.kind = kind
    self.name = name
    self.coordinate = coordinate
  }
}
