internal import Geo

/// A part of the town, with a language of its own.
struct District {
  var name: LocalName
  var middle: Point
  var tongue: Tongue

  private init(
    _ east: Double, _ north: Double, _ tongue: Tongue, _ name: String, _ latin: String? = nil
  ) {
    middle = Point(east, north)
    self.tongue = tongue
    self.name = LocalName(name, latin: latin, language: tongue.code)
  }

  static let all = [
    District(20, 170, .french, "Vieux-Marché"),
    District(-40, -560, .portuguese, "Baixinha"),
    District(330, 900, .german, "Lindenhöh"),
    District(-470, 960, .czech, "Růžodol"),
    District(-1_180, 230, .hebrew, "נווה רימון", "Neve Rimon"),
    District(1_130, 380, .greek, "Ανεμόπολη", "Anemopoli"),
    District(-880, -760, .cyrillic, "Заречье", "Zarechye"),
    District(380, -1_020, .arabic, "حي الياسمين", "Hayy al-Yasmin"),
    District(1_080, -600, .turkish, "Çınaraltı"),
    District(940, 1_500, .japanese, "青葉台", "Aobadai"),
    District(-330, 1_760, .polish, "Wiśniówka"),
    District(-1_620, 1_180, .german, "Möwenrode"),
    District(-2_050, -80, .polish, "Łabędzin"),
    District(-1_420, -1_430, .chinese, "荷花坞", "Hehuawu"),
    District(60, -1_760, .french, "Les Châtaignes"),
    District(1_480, -1_330, .greek, "Ροδώνας", "Rodonas"),
    District(2_010, 60, .cyrillic, "Липовка", "Lipovka"),
    District(1_930, 900, .portuguese, "Romãzeira"),
  ]

  /// The district that a place belongs to: the nearest.
  static func nearest(to place: Point) -> Int {
    var best = (distance: Double.infinity, index: 0)
    for (index, district) in all.enumerated() {
      let away = (district.middle - place).squaredLength
      if away < best.distance { best = (away, index) }
    }
    return best.index
  }
}
