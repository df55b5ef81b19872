internal import FleetEngine
internal import Geo
internal import ProviderBackend
internal import RidesharingDriver
internal import RouteSources

/// The settings of a vehicle that accepts trips.
struct ShiftSettings: Sendable {
  let start: Coordinate?
  let speed: Double
  let kilometersPerHour: Double?
  let interval: Duration?
  let options: ShiftOptions
  let vehicle: VehicleSettings
  /// The source of the vehicle's locations, `-` for standard input; nil for a simulation.
  let locations: String?
  let disturbance: LocationDisturbance?

  init(_ arguments: Arguments) throws(CommandError) {
    speed = try arguments.speed()
    start = try arguments.coordinate(.start)
    kilometersPerHour = try arguments.number(.vehicleSpeed, in: 1...200)
    interval = try arguments.duration(.interval, in: .seconds(5)...(.seconds(60)))
    let dwell = try arguments.duration(.dwell, in: .zero...(.seconds(3_600))) ?? .seconds(10)
    options = ShiftOptions(
      dwell: dwell / speed,
      rest: .seconds(5) / speed,
      mostTrips: try Self.whole(arguments, .trips, 1...1_000_000)
    )
    vehicle = VehicleSettings(
      isBackToBackEnabled: arguments.has(.noBackToBack) ? false : nil,
      maximumCapacity: try Self.whole(arguments, .capacity, 1...1_000),
      supportedTripTypes: try Self.tripTypes(arguments)
    )
    locations = arguments[.locations]
    disturbance = try Self.disturbance(arguments)
    if locations != nil, start != nil {
      throw .usage("--start has no effect with --locations, which set the vehicle's place.")
    }
    if locations == "-" {
      if let option = [Option.vehicleSpeed, .speed].first(where: { arguments.has($0) }) {
        throw .usage("\(option.name) has no effect with --locations -, which reads live locations.")
      }
    }
    if arguments.has(.pauses), locations == nil || locations == "-" {
      throw .usage("--pauses needs --locations FILE, a recording to stop.")
    }
    if arguments.has(.seed), disturbance == nil {
      throw .usage("--seed needs --noise, --dropouts or --pauses.")
    }
  }

  private static func whole(
    _ arguments: Arguments,
    _ option: Option,
    _ range: ClosedRange<Int>
  ) throws(CommandError) -> Int? {
    let bounds = Double(range.lowerBound)...Double(range.upperBound)
    guard let number = try arguments.number(option, in: bounds) else { return nil }
    guard let whole = Int(exactly: number) else {
      throw .usage("\(option.name) \(arguments[option] ?? "") is not a whole number.")
    }
    return whole
  }

  private static func tripTypes(_ arguments: Arguments) throws(CommandError) -> [TripType]? {
    guard let text = arguments[.tripTypes] else { return nil }
    let types = text.split(separator: ",", omittingEmptySubsequences: false)
      .map { TripType(wireName: $0.uppercased()) }
    guard types.allSatisfy(\.isKnown), Set(types).count == types.count else {
      throw .usage("--trip-types \(text) is not exclusive, shared or exclusive,shared.")
    }
    return types
  }

  private static func disturbance(
    _ arguments: Arguments
  ) throws(CommandError) -> LocationDisturbance? {
    let noise = try arguments.number(.noise, in: 0...10_000)
    let dropouts = try arguments.chance(.dropouts)
    let pauses = try arguments.chance(.pauses)
    let seed = try whole(arguments, .seed, 0...1_000_000_000)
    guard noise != nil || dropouts != nil || pauses != nil else { return nil }
    return LocationDisturbance(
      noise: noise ?? 0,
      dropoutChance: dropouts?.chance ?? 0,
      dropoutDuration: dropouts?.duration ?? .zero,
      pauseChance: pauses?.chance ?? 0,
      pauseDuration: pauses?.duration ?? .zero,
      seed: UInt64(seed ?? 1)
    )
  }
}
