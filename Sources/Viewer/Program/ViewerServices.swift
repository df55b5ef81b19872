public import CellGrid
public import ConsumerMap
public import FleetEngine
public import RidesharingConsumer

/// What a viewer may ask of the program around it; what is nil it does not offer.
public struct ViewerServices: Sendable {
  /// Why a file could not be written.
  public struct SaveFailure: Error, Sendable {
    /// The reason, as the rest of a sentence.
    public let reason: String

    /// Creates a failure.
    public init(reason: String) {
      self.reason = reason
    }
  }

  /// A configuration that was read anew.
  public struct Reading: Sendable {
    /// The settings that it asks for.
    public var settings: ViewerSettings
    /// What is doubtful in it, a sentence each.
    public var warnings: [SafeText]

    /// Creates a reading.
    public init(settings: ViewerSettings, warnings: [SafeText]) {
      self.settings = settings
      self.warnings = warnings
    }
  }

  /// What is wrong with a configuration.
  public struct ReadingFailure: Error, Sendable {
    /// What is wrong, in sentences.
    public let message: SafeText

    /// Creates a failure.
    public init(message: SafeText) {
      self.message = message
    }
  }

  /// Brings the model of another trip of the same provider; nil for a trip of another one.
  public var openTrip: (@MainActor @Sendable (TripName) -> TripModel?)?
  /// Sees to it that the next call about a trip uses a fresh token.
  public var renewToken: (@Sendable (TripName) async -> Void)?
  /// Writes a new file that only the user may read, and brings its whole path.
  public var save:
    (@Sendable (_ name: String, _ bytes: [UInt8]) async -> Result<SafeText, SaveFailure>)?
  /// Writes a new file that only the user may read at a path that the user names, and brings its path.
  public var saveAs:
    (@Sendable (_ path: String, _ bytes: [UInt8]) async -> Result<SafeText, SaveFailure>)?
  /// The styles that a map draws with, as the lines of a file that `--style` reads.
  public var styleText: (@MainActor @Sendable (MapView) -> String)?
  /// Reads the last lines of the program's log.
  public var readLog: (@Sendable () async -> [SafeText])?
  /// Reads the configuration anew, and gives its styles to the map.
  public var reload: (@MainActor @Sendable (MapView) async -> Result<Reading, ReadingFailure>)?

  /// Creates services of which none is offered.
  public init() {}

  /// The actions that cannot be done without a service.
  var unavailableActions: Set<Action> {
    var missing: Set<Action> = []
    if renewToken == nil { missing.insert(.reloadToken) }
    if save == nil { missing.insert(.saveSnapshot) }
    if readLog == nil { missing.insert(.log) }
    return missing
  }
}
