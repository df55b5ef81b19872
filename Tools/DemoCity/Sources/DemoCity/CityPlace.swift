public import Geo

/// A place of the town that has a name.
public struct CityPlace: Sendable, Hashable {
  /// What a place is.
  public enum Kind: Sendable, Hashable, CaseIterable {
    case town
    case district
    case park
    case square
    case river
    case island
  }

  /// What the place is.
  public var kind: Kind
  /// Its name.
  public var name: LocalName
  /// Where the name is to stand.
  public var coordinate: Coordinate

  /// Creates a place.
  ///
  /// - Parameters:
  ///   - kind: What the place is.
  ///   - name: Its name.
  ///   - coordinate: Where the name is to stand.
  public init(kind: Kind, name: LocalName, coordinate: Coordinate) {
    self.kind = kind
    self.name = name
    self.coordinate = coordinate
  }
}
