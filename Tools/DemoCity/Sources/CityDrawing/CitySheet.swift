internal import DemoCity
internal import Geo
internal import Roads

/// The demo city as a drawing.
struct CitySheet {
  /// How a class of roads is drawn: its width in meters, and its colors.
  private struct Pen {
    var roadClass: RoadClass
    var width: Double
    var casing: String?
    var fill: String
  }

  private static let pens = [
    Pen(roadClass: .footway, width: 2.4, casing: nil, fill: "#e2a78a"),
    Pen(roadClass: .service, width: 5, casing: "#d8d0c4", fill: "#fffdf5"),
    Pen(roadClass: .residential, width: 8, casing: "#d3c9bd", fill: "#ffffff"),
    Pen(roadClass: .tertiary, width: 12, casing: "#cbbfa8", fill: "#ffffff"),
    Pen(roadClass: .secondary, width: 15, casing: "#cdb779", fill: "#fdf0b8"),
    Pen(roadClass: .primary, width: 18, casing: "#d0a05c", fill: "#fcd791"),
    Pen(roadClass: .trunk, width: 20, casing: "#c98147", fill: "#f8b884"),
  ]

  private let city: DemoCity
  /// Pixels of the drawing for a meter.
  private let scale = 0.5
  private let width: Double
  private let height: Double

  init(_ city: DemoCity) {
    self.city = city
    let metersPerDegree = Earth.circumferenceInMeters / 360
    height = DemoCity.bounds.latitudeSpan * metersPerDegree * scale
    width = DemoCity.bounds.longitudeSpan * metersPerDegree * 0.5.squareRoot() * scale
  }

  func svg() -> String {
    var parts = [
      #"<svg xmlns="http://www.w3.org/2000/svg" width="\#(width)" height="\#(height)">"#,
      ##"<rect width="100%" height="100%" fill="#eef0e4"/>"##,
    ]
    parts += city.areas.filter { $0.kind != .building }.map(area)
    parts += streets(areBridges: false)
    parts += city.areas.filter { $0.kind == .building }.map(area)
    parts += streets(areBridges: true)
    parts += city.places.map(label)
    return parts.joined(separator: "\n") + "\n</svg>"
  }

  private func area(_ area: CityArea) -> String {
    let shape = area.rings.map { "M" + line($0) + "Z" }.joined()
    let edge = area.kind == .building ? ##" stroke="#b39c89" stroke-width="0.4""## : ""
    return #"<path fill-rule="evenodd" fill="\#(Self.fill(area.kind))"\#(edge) d="\#(shape)"/>"#
  }

  private static func fill(_ kind: CityArea.Kind) -> String {
    switch kind {
    case .residential: "#f2ebe3"
    case .center: "#efe3d6"
    case .farmland: "#f0eed0"
    case .meadow: "#dfeac2"
    case .wood: "#b5d29c"
    case .park: "#c8e3b0"
    case .square: "#f7f0f4"
    case .water: "#9ecbe3"
    case .building: "#cdb9a8"
    }
  }

  /// All edges of streets first, so that streets are open where they meet.
  private func streets(areBridges: Bool) -> [String] {
    let segments = city.roads.filter { $0.isBridge == areBridges }.map(\.segment)
    func strokes(_ style: (Pen) -> (width: Double, color: String)?) -> [String] {
      Self.pens.flatMap { pen in
        guard let (width, color) = style(pen) else { return [String]() }
        let dashes = pen.roadClass == .footway ? #" stroke-dasharray="3 2""# : ""
        return segments.filter { $0.roadClass == pen.roadClass }.map {
          #"<path fill="none" stroke-linecap="round" stroke-linejoin="round" stroke="\#(color)""#
            + #" stroke-width="\#(width * scale)"\#(dashes) d="M\#(line($0.path))"/>"#
        }
      }
    }
    return strokes { pen in
      pen.casing.map { (pen.width + 3, areBridges ? "#777777" : $0) }
    } + strokes { ($0.width, $0.fill) }
  }

  private func label(_ place: CityPlace) -> String {
    let size =
      switch place.kind {
      case .town: 60
      case .district: 30
      default: 16
      }
    let at = point(place.coordinate)
    return ##"<text x="\##(at.x)" y="\##(at.y)" font-size="\##(size)" text-anchor="middle" "##
      + ##"fill="#444433" stroke="#ffffff" stroke-width="5" paint-order="stroke" "##
      + ##"font-family="sans-serif">\##(place.name.text)</text>"##
  }

  private func line(_ path: [Coordinate]) -> String {
    path.map { coordinate in
      let at = point(coordinate)
      return "\(at.x) \(at.y)"
    }.joined(separator: "L")
  }

  private func point(_ coordinate: Coordinate) -> SIMD2<Double> {
    let bounds = DemoCity.bounds
    let place = SIMD2(
      (coordinate.longitude - bounds.west) / bounds.longitudeSpan * width,
      (bounds.north - coordinate.latitude) / bounds.latitudeSpan * height)
    return (place * 100).rounded(.toNearestOrAwayFromZero) / 100
  }
}
