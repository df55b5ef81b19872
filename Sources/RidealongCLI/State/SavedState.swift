internal import FleetEngine
internal import TrustLimits
internal import Viewer

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What the program remembers from one run to the next: the last trips, and what keys chose.
///
/// Whatever a file held, a value is valid: names that are none and words that nobody knows are left
/// out. Source: user interface study, sections 1.9 and 1.10.
struct SavedState: Sendable, Hashable {
  /// The names of the trips that were followed last, the newest first.
  private(set) var trips: [String] = []
  /// The name of a theme, which may be one of the user's own that is there no longer.
  var theme: String?
  var units: DistanceUnits?
  /// Whether the mouse is reported.
  var mouse: Bool?

  /// A state that remembers nothing.
  init() {}

  /// Puts a trip before the others.
  ///
  /// - Parameter trip: Its full name; what is none is not remembered.
  mutating func remember(trip: String) {
    guard (try? TripName(parsing: trip)) != nil else { return }
    trips = Array(([trip] + trips.filter { $0 != trip }).prefix(Limits.State.trips))
  }

  /// Takes over what keys have changed.
  ///
  /// - Parameters:
  ///   - old: The settings at the beginning.
  ///   - new: The settings at the end.
  mutating func takeChanges(from old: ViewerSettings, to new: ViewerSettings) {
    if new.themeName != old.themeName { theme = new.themeName }
    if new.units != old.units { units = new.units }
    if new.reportsMouse != old.reportsMouse { mouse = new.reportsMouse }
  }

  /// What stands for options that nobody else sets, by their names.
  ///
  /// - Parameter path: The file that it comes from.
  /// - Returns: What keys chose.
  func settings(from path: String) -> [String: Setting] {
    let origin = Setting.Origin.state(path)
    var settings: [String: Setting] = [:]
    if let theme { settings[Option.theme.name] = Setting([theme], from: origin) }
    if let units { settings[Option.units.name] = Setting([units.rawValue], from: origin) }
    if let mouse { settings[Option.noMouse.name] = Setting([], isOn: !mouse, from: origin) }
    return settings
  }

  // MARK: JSON

  private struct Form: Codable {
    var v: Int?
    var trips: [String]?
    var theme: String?
    var units: String?
    var mouse: Bool?
  }

  /// Reads a state.
  ///
  /// - Parameter json: The content of its file; nil where it is none.
  init?(json: [UInt8]) {
    guard let form = try? WireJSON.decode(Form.self, from: json) else { return nil }
    for trip in (form.trips ?? []).reversed() { remember(trip: trip) }
    theme = form.theme.flatMap { ThemeFile.isName($0) ? $0 : nil }
    units = form.units.flatMap(DistanceUnits.init(rawValue:))
    mouse = form.mouse
  }

  /// The content of its file.
  var json: [UInt8] {
    let form = Form(
      v: 1,
      trips: trips,
      theme: theme,
      units: units?.rawValue,
      mouse: mouse
    )
    return ((try? WireJSON.encode(form)) ?? Array("{}".utf8)) + [0x0A]
  }
}
