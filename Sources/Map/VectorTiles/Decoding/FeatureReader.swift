/// Reads the features of one layer and passes them to a visitor.
struct FeatureReader {
  private let layer: TileLayer
  private let counts: (keys: Int, values: Int)

  init(_ layer: TileLayer, counts: (keys: Int, values: Int)) {
    self.layer = layer
    self.counts = counts
  }

  /// Reads every feature up to the layer's end or the first fatal problem.
  @inline(__always) func read(
    _ bytes: Span<UInt8>, into visitor: inout some FeatureVisitor
  ) throws(TileProblem.Kind) {
    var reader = WireReader(layer.range, of: bytes)
    while !reader.isAtEnd {
      if let range = try reader.range(ofField: 2, bytes) {
        try readFeature(range, bytes, into: &visitor)
      } else if let field = try reader.next(bytes), field.number == 2 {
        try readFeature(field, bytes, into: &visitor)
      }
    }
  }

  /// Reads a feature whose field has an unusual encoding.
  @inline(never) private func readFeature(
    _ field: WireField, _ bytes: Span<UInt8>, into visitor: inout some FeatureVisitor
  ) throws(TileProblem.Kind) {
    let range: Range<Int>
    do throws(TileProblem.Kind) { range = try field.range } catch {
      visitor.discard(error)
      if error.severity == .fatal { throw error }
      return
    }
    try readFeature(range, bytes, into: &visitor)
  }

  @inline(__always) private func readFeature(
    _ range: Range<Int>, _ bytes: Span<UInt8>, into visitor: inout some FeatureVisitor
  ) throws(TileProblem.Kind) {
    do throws(TileProblem.Kind) {
      let feature = try Feature(range, of: bytes)
      visitor.begin(id: feature.id, type: feature.type)
      try readFeature(feature, bytes, into: &visitor)
    } catch {
      visitor.discard(error)
      if error.severity == .fatal { throw error }
    }
  }

  @inline(__always) private func readFeature(
    _ feature: Feature, _ bytes: Span<UInt8>, into visitor: inout some FeatureVisitor
  ) throws(TileProblem.Kind) {
    var tags = WireReader(feature.tags, of: bytes)
    while !tags.isAtEnd {
      let key = try tags.varint(bytes)
      guard !tags.isAtEnd else { throw .oddTags }
      let value = try tags.varint(bytes)
      guard key < UInt64(counts.keys), value < UInt64(counts.values) else { throw .tagOutOfRange }
      visitor.tag(key: Int(key), value: Int(value))
    }
    if visitor.wantsGeometry() {
      var geometry = GeometryReader(feature.geometry, of: bytes)
      switch feature.type {
      case .point: try geometry.readPoints(bytes, into: &visitor)
      case .line: try geometry.readLines(bytes, version: layer.version, into: &visitor)
      case .polygon: try geometry.readRings(bytes, into: &visitor)
      case .unknown: break
      }
    }
    visitor.end()
  }

  private struct Feature {
    var id: UInt64?
    var type = TileGeometryType.unknown
    var tags = 0..<0
    var geometry = 0..<0

    @inline(__always) init(_ range: Range<Int>, of bytes: Span<UInt8>) throws(TileProblem.Kind) {
      var (hasType, hasTags, hasGeometry) = (false, false, false)
      var problem: TileProblem.Kind?
      var reader = WireReader(range, of: bytes)
      while true {
        // Nearly all features have these four in this order.
        if let number = try reader.varint(ofField: 1, bytes) { id = number }
        if !hasTags, let range = try reader.range(ofField: 2, bytes) {
          tags = range
          hasTags = true
        }
        if let number = try reader.varint(ofField: 3, bytes) {
          if !setType(number) { problem = .invalidGeometryType }
          hasType = true
        }
        if !hasGeometry, let range = try reader.range(ofField: 4, bytes) {
          geometry = range
          hasGeometry = true
        }
        guard let field = try reader.next(bytes) else { break }
        switch field.number {
        case 1: id = try field.varint
        case 2:
          if hasTags { problem = .repeatedField }
          tags = try field.range
          hasTags = true
        case 3:
          if !setType(try field.varint) { problem = .invalidGeometryType }
          hasType = true
        case 4:
          if hasGeometry { problem = .repeatedField }
          geometry = try field.range
          hasGeometry = true
        default: break
        }
      }
      if let problem { throw problem }
      guard hasGeometry, !geometry.isEmpty else { throw .missingGeometry }
      guard hasType else { throw .missingGeometryType }
    }

    @inline(__always) private mutating func setType(_ number: UInt64) -> Bool {
      guard let known = TileGeometryType(rawValue: UInt8(clamping: number)) else { return false }
      type = known
      return true
    }
  }
}
