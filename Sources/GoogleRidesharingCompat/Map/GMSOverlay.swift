internal import ConsumerMap
public import Foundation

/// Something that an app draws on a map, of the name that it has in the Maps SDK.
///
/// Setting ``map`` draws it and keeps it alive; setting it to nil removes it. A change of any
/// property shows in the next picture.
@MainActor
@preconcurrency
open class GMSOverlay: NSObject {
  private weak var host: GMSMapView?
  /// The key under which its map knows it; 0 while it is on no map.
  var overlayID = 0

  /// Creates an overlay that no map shows.
  public nonisolated override init() {
    isTappable = false
    super.init()
  }

  nonisolated init(isTappable: Bool) {
    self.isTappable = isTappable
    super.init()
  }

  /// The map that shows it.
  public var map: GMSMapView? {
    get { host }
    set {
      guard newValue !== host else { return }
      host?.remove(self)
      host = newValue
      newValue?.add(self)
    }
  }
  /// A short text; a marker shows it while it is selected.
  public var title: String? { didSet { redraw() } }
  /// Whether taps choose it; lines are never chosen.
  public var isTappable: Bool { didSet { redraw() } }
  /// The order among overlays; a trip's markers have 0 and its lines 10 by default.
  public var zIndex: Int32 = 0 { didSet { redraw() } }
  /// Anything that the app wants to keep with it.
  public var userData: Any?

  /// What the map draws of it; nil for nothing.
  var drawn: MapOverlay? { nil }

  func redraw() { host?.redraw(self) }

  /// Forgets its map, which was cleared.
  func wasCleared() {
    host = nil
    overlayID = 0
  }
}
