public import Geo

/// An area of the town, such as a park or a building.
public struct CityArea: Sendable, Hashable {
  /// The kinds of area.
  public enum Kind: Sendable, Hashable, CaseIterable {
    /// Land that people live on.
    case residential
    /// The dense middle of the town.
    case center
    case farmland
    case meadow
    case wood
    case park
    /// A square for people on foot.
    case square
    /// A river, a pond or a moat.
    case water
    case building
  }

  /// The kind of area.
  public var kind: Kind
  /// The outer ring, counterclockwise, and the holes in it, clockwise; their first points are not
  /// repeated.
  public var rings: [[Coordinate]]
  /// The area's name; nil for most.
  public var name: LocalName?

  /// Creates an area.
  ///
  /// - Parameters:
  ///   - kind: The kind of area.
  ///   - rings: The outer ring, counterclockwise, and the holes in it, clockwise.
  ///   - name: The area's name.
  public init(kind: Kind, rings: [[Coordinate]], name: LocalName? = nil) {
    self.kind = kind
    self.rings = rings
    self.name = name
  }
}
