public import FleetEngine
internal import Foundation

/// A place where a trip begins, stops or ends.
///
/// Fleet Engine no longer sends texts or ids beside the point; those that an object was made with
/// stay with it. Source: contract 5.4.
public final class GMTSTerminalLocation: GMTSValue<TerminalLocation>, @unchecked Sendable {
  /// A name for people.
  public let label: String?
  /// What the place is, in more words; also `description` if there is one.
  public let locationDescription: String?
  /// The id of the place.
  public let placeID: String?
  /// An id that was made for the place.
  public let generatedID: String?
  /// The id of the way into the place.
  public let accessPointID: String?

  /// Creates the object of a place.
  public override convenience init(_ value: TerminalLocation) {
    self.init(
      point: value.point.map(GMTSLatLng.init),
      label: nil,
      description: nil,
      placeID: nil,
      generatedID: nil,
      accessPointID: nil
    )
  }

  /// Creates a place.
  ///
  /// - Parameters:
  ///   - point: Where it is.
  ///   - label: A name for people.
  ///   - description: What it is, in more words.
  ///   - placeID: Its id.
  ///   - generatedID: An id that was made for it.
  ///   - accessPointID: The id of the way into it.
  public init(
    point: GMTSLatLng?,
    label: String?,
    description: String?,
    placeID: String?,
    generatedID: String?,
    accessPointID: String?
  ) {
    self.label = label
    self.locationDescription = description
    self.placeID = placeID
    self.generatedID = generatedID
    self.accessPointID = accessPointID
    super.init(TerminalLocation(point: point?.value))
  }

  /// Where it is.
  public var point: GMTSLatLng? { value.point.map(GMTSLatLng.init) }

  /// What the place is, in more words; without such words a text for debugging.
  public override var description: String { locationDescription ?? super.description }

  /// Whether another object stands for the same place with the same texts and ids.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? GMTSTerminalLocation else { return false }
    return super.isEqual(object) && other.texts == texts
  }

  private var texts: [String?] {
    [label, locationDescription, placeID, generatedID, accessPointID]
  }
}
