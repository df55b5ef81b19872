/// Something in a tile that is not as the specification of Mapbox Vector Tiles says.
public struct TileProblem: Error, Sendable, Hashable, CustomStringConvertible {
  /// How far a problem reaches.
  public enum Severity: Sendable, Hashable {
    /// The rest of the layer, or of the tile outside any layer, cannot be trusted and is left out.
    case fatal
    /// Only the feature, the repeated layer or the repeated point is left out.
    case recoverable
  }

  /// What is wrong.
  public enum Kind: UInt8, Error, Sendable, Hashable, CaseIterable {
    /// The bytes are not protobuf.
    case malformed
    /// A message ends in the middle.
    case truncated
    /// A field has another type than the specification gives it.
    case wrongFieldType
    /// The tile is larger than it may be.
    case tooLarge
    /// There are more layers than there may be.
    case tooManyLayers
    /// There are more features than there may be.
    case tooManyFeatures
    /// A table of keys or values is larger than it may be.
    case tooManyTableEntries
    /// There are more points than there may be.
    case tooManyPoints
    /// A layer has no name.
    case missingLayerName
    /// A layer does not say which version it is made for.
    case missingVersion
    /// A layer is made for a version that is neither 1 nor 2.
    case unsupportedVersion
    /// A layer's extent is zero or larger than it may be.
    case invalidExtent
    /// A value in a layer's table has no type, several, or an unknown one.
    case invalidValue
    /// A text is not UTF-8.
    case invalidText
    /// A tag points outside the layer's tables.
    case tagOutOfRange
    /// A command is misplaced or has an impossible count.
    case invalidCommand
    /// A command's count is larger than what follows it.
    case commandCountTooLarge
    /// Two layers have the same name.
    case repeatedLayer
    /// A feature says something twice that it may say once.
    case repeatedField
    /// A feature has a key without a value.
    case oddTags
    /// A feature's geometry has no type.
    case missingGeometryType
    /// A feature's geometry has an unknown type.
    case invalidGeometryType
    /// A feature has no geometry.
    case missingGeometry
    /// A ring is not closed.
    case unclosedRing
    /// A line has the same point twice in a row.
    case repeatedPoint
    /// A coordinate is many tiles away.
    case coordinateOutOfRange

    /// How far the problem reaches.
    public var severity: Severity {
      switch self {
      case .malformed, .truncated, .wrongFieldType, .tooLarge, .tooManyLayers, .tooManyFeatures,
        .tooManyTableEntries, .tooManyPoints, .missingLayerName, .missingVersion,
        .unsupportedVersion, .invalidExtent, .invalidValue, .invalidText, .tagOutOfRange,
        .invalidCommand, .commandCountTooLarge:
        .fatal
      case .repeatedLayer, .repeatedField, .oddTags, .missingGeometryType, .invalidGeometryType,
        .missingGeometry, .unclosedRing, .repeatedPoint, .coordinateOutOfRange:
        .recoverable
      }
    }

    /// The problem as a sentence without its end.
    var sentence: String {
      switch self {
      case .malformed: "The bytes are no vector tile"
      case .truncated: "A message ends in the middle"
      case .wrongFieldType: "A field has the wrong type"
      case .tooLarge: "The tile is too large"
      case .tooManyLayers: "There are too many layers"
      case .tooManyFeatures: "There are too many features"
      case .tooManyTableEntries: "A table of keys or values is too large"
      case .tooManyPoints: "There are too many points"
      case .missingLayerName: "A layer has no name"
      case .missingVersion: "A layer has no version"
      case .unsupportedVersion: "A layer's version is neither 1 nor 2"
      case .invalidExtent: "A layer's extent is out of range"
      case .invalidValue: "A value has no known type"
      case .invalidText: "A text is not UTF-8"
      case .tagOutOfRange: "A tag points outside its tables"
      case .invalidCommand: "A geometry has a command that it cannot have"
      case .commandCountTooLarge: "A geometry promises more points than it has"
      case .repeatedLayer: "Two layers have the same name"
      case .repeatedField: "A feature has a field twice"
      case .oddTags: "A feature has a key without a value"
      case .missingGeometryType: "A geometry has no type"
      case .invalidGeometryType: "A geometry's type is unknown"
      case .missingGeometry: "A feature has no geometry"
      case .unclosedRing: "A ring is not closed"
      case .repeatedPoint: "A line has a point twice in a row"
      case .coordinateOutOfRange: "A coordinate lies far outside the tile"
      }
    }
  }

  /// What is wrong.
  public let kind: Kind
  /// The layer that it is wrong in, untrusted text; nil outside of any.
  public let layer: String?

  /// Creates a problem.
  public init(_ kind: Kind, layer: String? = nil) {
    self.kind = kind
    self.layer = layer
  }

  /// How far the problem reaches.
  public var severity: Severity { kind.severity }

  /// The problem as a sentence, which may hold untrusted text.
  public var description: String {
    kind.sentence + (layer.map { " (layer \($0))" } ?? "") + "."
  }
}
