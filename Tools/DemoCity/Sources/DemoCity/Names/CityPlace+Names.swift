internal import Geo

extension CityPlace {
  /// The named places of a plan, the most important first.
  static func all(_ plan: TownPlan, _ town: LocalName) -> [CityPlace] {
    func place(_ kind: Kind, _ name: LocalName, _ point: Point) -> CityPlace {
      CityPlace(kind: kind, name: name, coordinate: TownGrid.coordinate(plan.bent(point)))
    }
    let river = LocalName("Aurave", language: "fr")
    // So often that a map of any part of it has one in sight.
    let riverPoints = stride(from: -2_700.0, through: 2_700, by: 450).map { east in
      let aside = plan.islandHalfWidth(east) > 0
      let branch = (plan.islandHalfWidth(east) + plan.riverHalfWidth(east)) / 2
      return Point(east, plan.riverMiddle(east) + (aside ? branch : 0))
    }
    return [place(.town, town, Point(0, 0))]
      + District.all.map { place(.district, $0.name, $0.middle) }
      + [
        place(.island, LocalName("Île-aux-Cygnes", language: "fr"), plan.island),
        place(.square, LocalName("Place de l’Horloge", language: "fr"), Point(0, 8)),
      ]
      + riverPoints.map { place(.river, river, $0) }
  }
}
