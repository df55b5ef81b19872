internal import CellGrid
internal import Geo
internal import VectorTiles

extension BaseMapStyle {
  /// How wide a class of streets is at each zoom, and how it fades in.
  private struct Street {
    /// The width at zoom 15 in Braille dots.
    let width: Double
    /// The powers of two by which the width grows with each zoom below and above 15.
    let growth: (below: Double, above: Double)
    /// The lowest zoom at which the class is shown, and that from which it has its own color.
    let zooms: (first: Double, full: Double)
    let color: any KeyPath<AreaColors, Color> & Sendable
    var ground = Ground.street
    /// Whether coarse dots show the class later.
    var isMinor = false
    var fillsCorners = false

    init(
      _ width: Double,
      _ below: Double,
      _ above: Double,
      from first: Double,
      full: Double? = nil,
      _ color: any KeyPath<AreaColors, Color> & Sendable,
      _ ground: Ground = .street,
      isMinor: Bool = false,
      fillsCorners: Bool = false
    ) {
      (self.width, growth, zooms) = (width, (below, above), (first, full ?? first))
      (self.color, self.ground) = (color, ground)
      (self.isMinor, self.fillsCorners) = (isMinor, fillsCorners)
    }

    func width(at zoom: Double) -> Double {
      width * Maths.exp2((zoom - 15) * (zoom < 15 ? growth.below : growth.above))
    }
  }

  /// The classes that are bands, the widths as in Google's maps.
  private static let streets: [MapFeatureClass: Street] = [
    .river: Street(1.6, 0.6, 1, from: 9, \.water, .water),
    .stream: Street(0.8, 0.5, 0.8, from: 14, \.water, .water),
    .ferry: Street(0.8, 0.3, 0.5, from: 11, \.street),
    .path: Street(0.8, 0.5, 0.8, from: 16, full: 16.5, \.path, isMinor: true),
    .service: Street(1.2, 0.5, 0.9, from: 15, full: 15.75, \.path, isMinor: true),
    .siding: Street(0.6, 0.3, 0.5, from: 15, \.rail),
    .tram: Street(0.6, 0.3, 0.5, from: 15, \.rail),
    .rail: Street(0.9, 0.3, 0.5, from: 12, \.rail),
    .runway: Street(3.2, 0.8, 1, from: 11, \.street),
    .street: Street(2, 0.6, 1, from: 12.75, full: 14.25, \.street, isMinor: true),
    .tertiary: Street(2.7, 0.6, 1, from: 11.5, full: 13.25, \.street, fillsCorners: true),
    .secondary: Street(3.2, 0.55, 1, from: 10, full: 12, \.road, fillsCorners: true),
    .primary: Street(
      3.8,
      0.55,
      1,
      from: 8,
      full: 10,
      \.mainRoad,
      .mainRoad,
      fillsCorners: true
    ),
    .trunk: Street(4.4, 0.5, 1, from: 6, full: 8, \.motorway, .mainRoad, fillsCorners: true),
    .motorway: Street(4.4, 0.5, 1, from: 4, full: 6, \.motorway, .mainRoad, fillsCorners: true),
    .regionBoundary: Street(0.8, 0.3, 0.5, from: 4, \.rail),
    .countryBoundary: Street(0.8, 0.3, 0.5, from: 0, \.rail),
  ]

  /// The order of the lowest band, above all areas.
  private static let firstBand: UInt8 = 32

  /// How a class of lines is drawn as a band at a zoom; nil if it is not drawn.
  func band(
    _ featureClass: MapFeatureClass,
    _ zoom: Double,
    _ kind: DotGridKind,
    _ colors: AreaColors
  ) -> Paint? {
    guard let street = Self.streets[featureClass], let line = paint(featureClass) else {
      return nil
    }
    // Streets that are one coarse dot wide and hardly farther apart would be crumbs.
    let delay = kind.dotsDown == 2 ? 0.85 : kind.dotsDown == 3 ? 0.5 : 0
    let later = street.isMinor ? delay : 0
    guard zoom >= street.zooms.first + later else { return nil }
    let isFading = zoom < street.zooms.full + later / 2
    // Streets cross tracks, and hide those that run in them.
    let order = street.color == \AreaColors.rail ? min(4, line.order) : line.order
    return Paint(
      style: .plain,
      zoom: street.zooms.first + later,
      fill: isFading ? colors.path : colors[keyPath: street.color],
      band: Band(width: street.width(at: zoom), fillsCorners: street.fillsCorners),
      ground: street.ground,
      isFading: isFading,
      order: Self.firstBand + order
    )
  }

  /// The width of the strip along a street in which paths are its pavements, in Braille dots.
  static func pavement(_ width: Double, zoom: Double) -> Double {
    max(width + 2, 4.4 * Maths.exp2(zoom - 15))
  }

  /// How a class of areas is painted between bands at a zoom; nil if it is not painted.
  func block(_ featureClass: MapFeatureClass, _ zoom: Double) -> Paint? {
    guard var paint = paint(featureClass), paint.fill != nil else { return nil }
    if featureClass == .building { paint.zoom = Self.blockZoom }
    paint.ground =
      switch featureClass {
      case .water: .water
      case .park, .wood, .grass, .pitch, .cemetery: .green
      default: .land
      }
    return zoom >= paint.zoom ? paint : nil
  }
}
