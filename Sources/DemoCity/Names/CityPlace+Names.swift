internal import Geo

extension CityPlace {
  /// The named places of a plan, the most important first.
  static func all(_ plan: TownPlan, _ town: LocalName) -> [CityPlace] {
    func place(_ kind: Kind, _ name: LocalName, _ point: Point) -> CityPlace {
      CityPlace(kind: kind, name: name, coordinate: TownGrid.coordinate(plan.bent(point)))
    }
    let west = Point(-1_500, plan.riverMiddle(-1_500))
    let east = Point(1_600, plan.riverMiddle(1_600))
    let river = LocalName("Aurave", language: "fr")
    return [place(.town, town, Point(0, 0))]
      + District.all.map { place(.district, $0.name, $0.middle) }
      + [
        place(.river, river, west), place(.river, river, east),
        place(.island, LocalName("Île-aux-Cygnes", language: "fr"), plan.island),
        place(.square, LocalName("Place de l’Horloge", language: "fr"), Point(0, 8)),
      ]
  }
}
