/// The calls per minute that an emulator allows, by the kind of call.
///
/// See docs/protocol.md, "Quotas".
public struct EmulatorQuotas: Sendable, Hashable {
  /// CreateTrip and CreateVehicle; nil, as for all kinds, allows any number.
  public var create: Int?
  /// GetTrip and GetVehicle.
  public var read: Int?
  /// ListVehicles.
  public var list: Int?
  /// SearchTrips, SearchVehicles and SearchFuzzedVehicles.
  public var search: Int?
  /// ReportBillableTrip.
  public var billing: Int?
  /// All other calls, which update or delete.
  public var update: Int?

  /// Creates quotas in calls per minute, 0 or more; nil allows any number.
  public init(
    create: Int? = nil, read: Int? = nil, list: Int? = nil, search: Int? = nil, billing: Int? = nil,
    update: Int? = nil
  ) {
    self.create = create
    self.read = read
    self.list = list
    self.search = search
    self.billing = billing
    self.update = update
  }

  /// Google's published quotas; the one for updates is unknown and therefore not limited.
  public static let published = EmulatorQuotas(
    create: 3_000, read: 9_000, list: 3_000, search: 6_000, billing: 9_000)
}
