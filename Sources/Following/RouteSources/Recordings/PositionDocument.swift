internal import FleetEngine
internal import Geo
internal import JSON
internal import RidesharingDriver

/// Reads the positions of a JSON document: lists of pairs or of objects, and GeoJSON.
///
/// Pairs of a list have the latitude first, those of GeoJSON (RFC 7946) the longitude; further coordinates are allowed.
struct PositionDocument {
  /// Why a document that could have positions has none.
  struct Failure: Error {
    /// The rest of a sentence that begins with the file.
    let reason: String
  }

  static let forms =
    "a list of [latitude, longitude] pairs, a list of objects with latitude and longitude, or GeoJSON "
    + "with lines or points"

  private(set) var tracks = RecordedTracks()
  private var points: [PositionValues?] = []
  private var hasLine = false
  private var others = 0
  /// The values of the feature that is being read, which its points share.
  private var properties = JSONObject()

  /// Reads a document; nil if it is JSON of another kind.
  init?(_ tree: JSONTree) throws(Failure) {
    if let list = tree.list {
      guard readList(list) else { return nil }
      return
    }
    guard let object = tree.object else { return nil }
    guard let type = object["type"]?.text, Self.types.contains(type) else {
      let values = PositionValues(object)
      guard values.hasPlace else {
        // A list in an object, as trackers' servers answer.
        for (_, value) in object {
          guard let list = value.list, !list.isEmpty, readList(list) else { continue }
          return
        }
        return nil
      }
      tracks.append(values)
      return
    }
    try check(reference: object["crs"])
    readGeoJSON(tree)
    if hasLine {
      let count = points.count + others
      if count > 0 {
        tracks.remarks.others.append(
          "\(count) \(count == 1 ? "shape" : "shapes") next to the lines skipped")
      }
    } else {
      appendPoints()
      if tracks.pieces.isEmpty, others > 0 {
        throw Failure(reason: "is GeoJSON without a line and without points.")
      }
    }
  }

  private static let lines: Set<String> = ["LineString", "MultiLineString"]
  private static let shapes: Set<String> = ["Polygon", "MultiPolygon"]
  private static let types: Set<String> = lines.union(shapes).union([
    "FeatureCollection", "Feature", "GeometryCollection", "Point", "MultiPoint",
  ])

  /// Reads pairs or objects; returns whether there is one.
  private mutating func readList(_ list: [JSONTree]) -> Bool {
    guard !list.isEmpty else { return true }
    let before = tracks
    var isOurs = false
    for value in list {
      if let pair = Self.numbers(value) {
        isOurs = true
        var fix = LocationFix(Coordinate(latitude: pair[0], longitude: pair[1]))
        if pair.count > 2 { fix.altitude = pair[2] }
        tracks.append(fix)
      } else if let object = value.object, object["type"]?.text == "Feature" {
        isOurs = true
        readGeoJSON(value)
      } else if let object = value.object {
        let values = PositionValues(object)
        isOurs = isOurs || values.hasPlace
        tracks.append(values)
      } else {
        tracks.append(nil)
      }
    }
    appendPoints()
    if !isOurs { tracks = before }
    return isOurs
  }

  private mutating func appendPoints() {
    for point in points { if let point { tracks.append(point) } else { tracks.append(nil) } }
    points = []
  }

  /// Refuses a reference system of other coordinates than longitude and latitude; old GeoJSON names one.
  private func check(reference: JSONTree?) throws(Failure) {
    guard let properties = reference?["properties"] else { return }
    let name =
      properties["name"]?.text ?? properties["code"]?.number.map { "EPSG:\(Int(exactly: $0) ?? 0)" }
      ?? ""
    guard !name.isEmpty, !name.contains("CRS84"), !name.hasSuffix("4326") else { return }
    throw Failure(
      reason: "has coordinates of \(name); convert it to longitude and latitude, EPSG:4326.")
  }

  /// Reads a value whose depth the parser has bounded.
  private mutating func readGeoJSON(_ value: JSONTree) {
    switch value["type"]?.text {
    case "FeatureCollection": value["features"]?.list?.forEach { readGeoJSON($0) }
    case "Feature":
      guard let geometry = value["geometry"], geometry != .null else { return }
      properties = value["properties"]?.object ?? JSONObject()
      readGeoJSON(geometry)
      properties = JSONObject()
    case "GeometryCollection": value["geometries"]?.list?.forEach { readGeoJSON($0) }
    case "LineString":
      let line = value["coordinates"]?.list ?? []
      readLine(line, times: times(of: line.count))
    case "MultiLineString":
      let lines = (value["coordinates"]?.list ?? []).map { $0.list ?? [] }
      // The times are in lists as the points are, or in one.
      let nested = listedTimes.map { $0.map(\.list) } ?? []
      var flat =
        nested.contains { $0 != nil } ? nil : times(of: lines.reduce(0) { $0 + $1.count })?[...]
      for (index, line) in lines.enumerated() {
        let own = index < nested.count ? nested[index] : nil
        readLine(
          line, times: flat.map { Array($0.prefix(line.count)) } ?? times(own, of: line.count))
        flat = flat?.dropFirst(line.count)
      }
    case "Point": readPoint(value["coordinates"])
    case "MultiPoint":
      let points = value["coordinates"]?.list ?? []
      let times = times(of: points.count)
      for (index, point) in points.enumerated() { readPoint(point, time: times?[index]) }
    default: others += 1
    }
  }

  /// The times of a feature's points, as togeojson and others write them.
  private var listedTimes: [JSONTree]? {
    (properties["coordTimes"] ?? properties["coordinateProperties"]?["times"] ?? properties["times"])?
      .list
  }

  private mutating func times(of count: Int) -> [JSONTree]? { times(listedTimes, of: count) }

  /// Times for a number of points; nil without times, or with another number of them.
  private mutating func times(_ times: [JSONTree]?, of count: Int) -> [JSONTree]? {
    guard let times, times.count != count else { return times }
    tracks.remarks.wrongTimes += 1
    return nil
  }

  private mutating func readLine(_ positions: [JSONTree], times: [JSONTree]?) {
    guard !positions.isEmpty else { return }
    hasLine = true
    tracks.beginPiece()
    let device = PositionValues(properties).device
    for (index, position) in positions.enumerated() {
      var fix = Self.fix(position)
      if let value = times?[index] {
        fix?.time = Timestamp(recorded: value)
        if fix?.time == nil, value != .null, value.text != "" { tracks.remarks.unreadable += 1 }
      }
      tracks.append(fix, device: device)
    }
  }

  private mutating func readPoint(_ position: JSONTree?, time: JSONTree? = nil) {
    guard let position, var fix = Self.fix(position) else {
      points.append(nil)
      return
    }
    if let time { fix.time = Timestamp(recorded: time) }
    var values = PositionValues(properties)
    values.set(fix)
    points.append(values)
  }

  private static func fix(_ position: JSONTree) -> LocationFix? {
    numbers(position).map { numbers in
      LocationFix(
        Coordinate(latitude: numbers[1], longitude: numbers[0]),
        // Some programs have the time in a fourth number; no other measure is so large.
        time: numbers.count > 3 && numbers[3] > 1e8 ? Timestamp(logged: "\(numbers[3])") : nil,
        altitude: numbers.count > 2 ? numbers[2] : nil)
    }
  }

  /// Two or more numbers; nil for anything else.
  private static func numbers(_ value: JSONTree) -> [Double]? {
    guard let list = value.list, list.count >= 2, let first = number(list[0]),
      let second = number(list[1])
    else { return nil }
    return [first, second]
      + list.dropFirst(2).prefix(2).prefix { number($0) != nil }.compactMap(number)
  }

  private static func number(_ value: JSONTree) -> Double? {
    (value.number ?? value.text.flatMap { PositionValues.number($0) }).flatMap {
      $0.isFinite ? $0 : nil
    }
  }
}

extension Timestamp {
  /// Reads the JSON value of a time; nil for a value without one.
  init?(recorded value: JSONTree) {
    if let text = value.text { self.init(written: text) } else { self.init(logged: value) }
  }
}
