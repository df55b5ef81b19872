public import FleetEngine
internal import JSON

/// The settings of a vehicle that a driver's app sends to a provider's backend.
///
/// A nil setting is left to the backend. See docs/protocol.md, "Backend endpoints".
public struct VehicleSettings: Sendable, Hashable {
  /// Whether it accepts a trip before the last one has ended.
  public var isBackToBackEnabled: Bool?
  /// The most passengers, 1 to 1000.
  public var maximumCapacity: Int?
  /// The types of trips that it accepts.
  public var supportedTripTypes: [TripType]?
  /// The provider's attributes, with texts as values.
  public var attributes: [VehicleAttribute]?

  /// Creates settings, by default without any.
  public init(
    isBackToBackEnabled: Bool? = nil, maximumCapacity: Int? = nil,
    supportedTripTypes: [TripType]? = nil, attributes: [VehicleAttribute]? = nil
  ) {
    self.isBackToBackEnabled = isBackToBackEnabled
    self.maximumCapacity = maximumCapacity
    self.supportedTripTypes = supportedTripTypes
    self.attributes = attributes
  }

  /// The settings in the backend's form.
  var fields: JSONObject {
    var fields: JSONObject = [:]
    fields["backToBackEnabled"] = isBackToBackEnabled.map { .flag($0) }
    fields["maximumCapacity"] = maximumCapacity.map { .number(Double($0)) }
    fields["supportedTripTypes"] = supportedTripTypes.map { types in
      .list(types.map { .text($0.wireName) })
    }
    fields["attributes"] = attributes.map { attributes in
      .list(
        attributes.map {
          .object(["key": .text($0.key ?? ""), "value": .text($0.value ?? $0.stringValue ?? "")])
        })
    }
    return fields
  }
}
