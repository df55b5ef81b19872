public import CellGrid
public import ConsumerMap
public import FleetEngine
public import Geo
public import RidesharingConsumer

/// The services of the program around a viewer; the viewer does not offer those that are nil.
///
/// They are closures, so that the viewer needs no access to files, tokens and the log.
public struct ViewerServices: Sendable {
  /// Why a file could not be written.
  public struct SaveFailure: Error, Sendable {
    /// The reason, as the end of a sentence.
    public let reason: String

    /// Creates a failure.
    public init(reason: String) { self.reason = reason }
  }

  /// A configuration that was reloaded.
  public struct Reading: Sendable {
    /// The settings of the configuration.
    public var settings: ViewerSettings
    /// The problems with it, a sentence each.
    public var warnings: [SafeText]

    /// Creates a reading.
    public init(settings: ViewerSettings, warnings: [SafeText]) {
      self.settings = settings
      self.warnings = warnings
    }
  }

  /// Why a configuration could not be reloaded.
  public struct ReadingFailure: Error, Sendable {
    /// The problem, in sentences.
    public let message: SafeText

    /// Creates a failure.
    public init(message: SafeText) { self.message = message }
  }

  /// Returns the model of another trip of the same provider; nil for a trip of another provider.
  public var openTrip: (@MainActor @Sendable (TripName) -> TripModel?)?
  /// Shows a base map that covers the ride's places, and returns a tip if there is none.
  public var chooseMap: (@MainActor @Sendable ([Coordinate]) async -> String?)?
  /// Makes a map for pictures to share, which shows nothing of the user's own.
  package var makePictureMap: (@MainActor @Sendable () -> PictureMap)?
  /// Makes the next call about a trip use a fresh token.
  public var renewToken: (@Sendable (TripName) async -> Void)?
  /// Writes a new file that only the user may read, and returns its full path.
  public var save:
    (@Sendable (_ name: String, _ bytes: [UInt8]) async -> Result<String, SaveFailure>)?
  /// Writes a new file that only the user may read to a path, and returns the path.
  public var saveAs:
    (@Sendable (_ path: String, _ bytes: [UInt8]) async -> Result<String, SaveFailure>)?
  /// Returns the styles of a map, as a file that `--style` reads.
  public var styleText: (@MainActor @Sendable (MapView) -> String)?
  /// Reads the last lines of the program's log.
  public var readLog: (@Sendable () async -> [SafeText])?
  /// Reloads the configuration, and applies its styles to the map.
  public var reload: (@MainActor @Sendable (MapView) async -> Result<Reading, ReadingFailure>)?

  /// Creates a value without services.
  public init() {}

  var unavailableActions: Set<RideAction> {
    var missing: Set<RideAction> = []
    if renewToken == nil { missing.insert(.program(.reloadToken)) }
    if save == nil { missing.insert(.program(.saveSnapshot)) }
    if save == nil || makePictureMap == nil { missing.insert(.share) }
    if readLog == nil { missing.insert(.screen(.log)) }
    return missing
  }
}
