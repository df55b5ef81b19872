/// How many calls a minute an emulator answers, by the kind of call.
///
/// Source: contract 2.6.
public struct EmulatorQuotas: Sendable, Hashable {
  /// CreateTrip and CreateVehicle; nil for any number, as with all of them.
  public var create: Int?
  /// GetTrip and GetVehicle.
  public var read: Int?
  /// ListVehicles.
  public var list: Int?
  /// SearchTrips, SearchVehicles and SearchFuzzedVehicles.
  public var search: Int?
  /// ReportBillableTrip.
  public var billing: Int?
  /// All other calls, which change or delete something.
  public var update: Int?

  /// Creates quotas in calls a minute, 0 or more; nil for any number.
  public init(
    create: Int? = nil,
    read: Int? = nil,
    list: Int? = nil,
    search: Int? = nil,
    billing: Int? = nil,
    update: Int? = nil
  ) {
    self.create = create
    self.read = read
    self.list = list
    self.search = search
    self.billing = billing
    self.update = update
  }

  /// The quotas that Google publishes; the one for updates is not known, so that there is none.
  public static let published = EmulatorQuotas(
    create: 3_000,
    read: 9_000,
    list: 3_000,
    search: 6_000,
    billing: 9_000
  )
}
