internal import TrustLimits

/// A violation of the Mapbox Vector Tile specification in a tile.
public struct TileProblem: Error, Sendable, Hashable, CustomStringConvertible {
  /// How much of a tile a problem affects.
  public enum Severity: Sendable, Hashable {
    /// The rest of the layer, or of the tile outside any layer, is left out.
    case fatal
    /// Only the feature, the repeated layer or the repeated point is left out.
    case recoverable
  }

  /// The problem, as a sentence without its full stop.
  public enum Kind: String, Error, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    case malformed = "The bytes are not a vector tile"
    case truncated = "A message ends in the middle"
    case wrongFieldType = "A field has the wrong type"
    case tooLarge = "The tile is too large"
    case tooManyLayers = "There are too many layers"
    case tooManyFeatures = "There are too many features"
    case tooManyTableEntries = "A table of keys or values is too large"
    case tooManyPoints = "There are too many points"
    case missingLayerName = "A layer has no name"
    case missingVersion = "A layer has no version"
    case unsupportedVersion = "A layer's version is neither 1 nor 2"
    case invalidExtent = "A layer's extent is out of range"
    case invalidValue = "A value has no known type"
    case invalidText = "A text is not UTF-8"
    case tagOutOfRange = "A tag points outside its tables"
    case invalidCommand = "A geometry has an invalid command"
    case commandCountTooLarge = "A geometry has fewer points than its command says"
    case repeatedLayer = "Two layers have the same name"
    case repeatedField = "A feature has a field twice"
    case oddTags = "A feature has a key without a value"
    case missingGeometryType = "A geometry has no type"
    case invalidGeometryType = "A geometry's type is unknown"
    case missingGeometry = "A feature has no geometry"
    case unclosedRing = "A ring is not closed"
    case repeatedPoint = "A line has a point twice in a row"

    /// The problem as a sentence.
    public var description: String { rawValue + "." }

    /// How much of the tile the problem affects.
    public var severity: Severity {
      switch self {
      case .repeatedLayer, .repeatedField, .oddTags, .missingGeometryType, .invalidGeometryType,
        .missingGeometry, .unclosedRing, .repeatedPoint:
        .recoverable
      default: .fatal
      }
    }
  }

  /// The kind of problem.
  public let kind: Kind
  /// The affected layer's name, untrusted text; nil outside of any layer.
  public let layer: String?

  /// Creates a problem.
  public init(_ kind: Kind, layer: String? = nil) {
    self.kind = kind
    self.layer = layer
  }

  /// How much of the tile the problem affects.
  public var severity: Severity { kind.severity }

  /// The problem as a sentence, which may contain untrusted text.
  public var description: String {
    kind.rawValue + (layer.map { " (layer \(EscapedText.line($0, limit: 64)))" } ?? "") + "."
  }
}
