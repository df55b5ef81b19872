internal import CellGrid
internal import Geo
internal import VectorTiles

extension BaseMapStyle {
  /// How wide a class of lines is at each zoom, and how it fades in.
  private struct BandClass {
    /// The order among bands; a higher one covers lower ones.
    let order: UInt8
    /// The width at zoom 15 in Braille dots.
    let width: Double
    /// The powers of two by which the width grows with each zoom below and above 15.
    let growth: (below: Double, above: Double)
    /// The lowest zoom at which the class is shown, and that from which it has its own color.
    let zooms: (first: Double, full: Double)
    let tone: Tone
    var ground = Ground.street
    /// Whether coarse dots show the class only from a higher zoom.
    var isMinor = false

    init(
      _ order: UInt8, _ width: Double, _ below: Double, _ above: Double, from first: Double,
      full: Double? = nil, _ tone: Tone, _ ground: Ground = .street, isMinor: Bool = false
    ) {
      (self.order, self.width, growth, zooms) = (
        order, width, (below, above), (first, full ?? first)
      )
      (self.tone, self.ground, self.isMinor) = (tone, ground, isMinor)
    }

    /// Main streets have no corners that only touch.
    var fillsCorners: Bool { order >= 5 }

    func width(at zoom: Double) -> Double {
      width * Maths.exp2((zoom - 15) * (zoom < 15 ? growth.below : growth.above))
    }
  }

  /// The widths are as in Google's maps.
  ///
  /// Streets cross tracks, and hide those that run in them.
  private static let bandClasses: [MapFeatureClass: BandClass] = [
    .stream: .init(0, 0.8, 0.5, 0.8, from: 14, .water, .water),
    .river: .init(1, 1.6, 0.6, 1, from: 9, .water, .water),
    .ferry: .init(1, 0.8, 0.3, 0.5, from: 11, .street),
    .path: .init(2, 0.8, 0.5, 0.8, from: 16, full: 16.5, .path, isMinor: true),
    .service: .init(3, 1.2, 0.5, 0.9, from: 15, full: 15.75, .path, isMinor: true),
    .siding: .init(3, 0.6, 0.3, 0.5, from: 15, .path),
    .tram: .init(3, 0.6, 0.3, 0.5, from: 15, .rail),
    .rail: .init(3, 0.9, 0.3, 0.5, from: 12, .rail),
    .regionBoundary: .init(3, 0.8, 0.3, 0.5, from: 4, .boundary),
    .countryBoundary: .init(3, 0.8, 0.3, 0.5, from: 0, .boundary),
    .street: .init(4, 2, 0.6, 1, from: 12.75, full: 14.25, .street, isMinor: true),
    .runway: .init(4, 3.2, 0.8, 1, from: 11, .street),
    .tertiary: .init(5, 2.7, 0.6, 1, from: 11.5, full: 13.25, .tertiary),
    .secondary: .init(6, 3.2, 0.55, 1, from: 10, full: 12, .secondary),
    .primary: .init(7, 3.8, 0.55, 1, from: 8, full: 10, .primary, .mainRoad),
    .trunk: .init(8, 4.4, 0.5, 1, from: 6, full: 8, .trunk, .mainRoad),
    .motorway: .init(9, 4.4, 0.5, 1, from: 4, full: 6, .motorway, .mainRoad),
  ]

  /// The order of the lowest band, above all areas.
  private static let firstBand: UInt8 = 32

  /// How a class of lines is drawn as a band at a zoom; nil if it is not drawn.
  func band(_ featureClass: MapFeatureClass, _ zoom: Double, _ kind: DotGridKind) -> Paint? {
    guard let band = Self.bandClasses[featureClass] else { return nil }
    // Streets that are one coarse dot wide and hardly farther apart would be crumbs.
    let delay =
      switch kind.dotsDown {
      case 1: 2.5
      case 2: 0.85
      case 3: 0.5
      default: 0.0
      }
    let later = band.isMinor ? delay : 0
    guard zoom >= band.zooms.first + later else { return nil }
    let isFading = zoom < band.zooms.full + later / 2
    return Paint(
      style: .plain, zoom: band.zooms.first, fill: colors.fill(isFading ? .fading : band.tone),
      band: Band(width: band.width(at: zoom), fillsCorners: band.fillsCorners), ground: band.ground,
      order: Self.firstBand + band.order)
  }

  /// The width of the strip along a street in which paths are its pavements, in Braille dots.
  ///
  /// Pavements are up to 11 m from the middle of a street, 4.4 dots at zoom 15 in the middle latitudes.
  static func pavement(_ width: Double, zoom: Double) -> Double {
    max(width + 2, 4.4 * Maths.exp2(zoom - 15))
  }

  /// How a class of areas is painted between bands at a zoom; nil if it is not painted.
  func paintedArea(_ featureClass: MapFeatureClass, _ zoom: Double, _ kind: DotGridKind) -> Paint? {
    guard var paint = paint(featureClass), paint.fill != nil else { return nil }
    // Houses that are smaller than a cell would be crumbs.
    if featureClass == .building {
      paint.zoom = kind == .cell ? Self.buildingZoomOfCells : Self.buildingZoomBetweenBands
    }
    paint.ground =
      switch featureClass {
      case .water: .water
      case .park, .wood, .grass, .pitch, .cemetery: .green
      default: .land
      }
    return zoom >= paint.zoom ? paint : nil
  }
}
