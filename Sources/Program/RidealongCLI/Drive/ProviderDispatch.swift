internal import CellGrid
internal import FleetEngine
internal import HTTPMessages
internal import ProviderBackend
internal import RidesharingDriver
internal import Viewer

/// Reads a vehicle's trips from a provider's backend and sends it their statuses.
///
/// It is here because `RidesharingDriver` does not depend on `ProviderBackend`.
struct ProviderDispatch: TripDispatch {
  let client: ProviderClient
  let vehicleID: String

  func vehicle() async throws(TripDispatchError) -> Vehicle {
    try await call { () async throws(ProviderError) in try await client.vehicle(vehicleID) }
  }

  func trip(_ id: String) async throws(TripDispatchError) -> Trip {
    try await call { () async throws(ProviderError) in try await client.trip(id) }
  }

  func report(_ progress: TripProgress) async throws(TripDispatchError) {
    try await call { () async throws(ProviderError) in
      _ = try await client.updateTripStatus(
        progress.tripID, progress.status, stopIndex: progress.stopIndex)
    }
  }

  private func call<Value>(
    _ work: () async throws(ProviderError) -> Value
  ) async throws(TripDispatchError) -> Value {
    do { return try await work() } catch {
      let failure = CallFailure(error, backend: client.endpoint.authority)
      let kind: TripDispatchError.Kind =
        switch failure.outcome {
        case .unavailable, .quota: .unavailable
        case .notPermitted: .notPermitted
        case .notFound, .invalid, .refused: .refused
        }
      throw TripDispatchError(kind, failure.text(error))
    }
  }
}

/// Creates a vehicle before it is driven, unless it exists.
struct VehicleRegistration: Sendable {
  let name: VehicleName
  /// The settings of the command line, which are applied to an existing vehicle too.
  var given = VehicleSettings()
  /// The command to run with a server's key if this key may not create the vehicle.
  let command: String
  /// Asks before a vehicle is created; nil not to ask.
  var confirmation: Confirmation?

  /// The settings of a new vehicle: the sample apps' defaults, with both types of trips.
  private var settings: VehicleSettings {
    VehicleSettings(
      isBackToBackEnabled: given.isBackToBackEnabled ?? true,
      maximumCapacity: given.maximumCapacity,
      supportedTripTypes: given.supportedTripTypes ?? [.exclusive, .shared])
  }

  func ensure(
    _ client: ProviderClient
  ) async throws(CommandError) -> (vehicle: Vehicle, isNew: Bool) {
    do throws(ProviderError) {
      do throws(ProviderError) {
        if given != VehicleSettings() {
          return (try await client.updateVehicle(name.vehicleID, given), false)
        }
        return (try await client.vehicle(name.vehicleID), false)
      } catch { guard error.isNotFound else { throw error } }
    } catch { throw CommandError(error, backend: client.endpoint.authority) }
    try askToCreate(at: client.endpoint)
    do throws(ProviderError) {
      let vehicle = try await client.createVehicle(name.vehicleID, settings)
      Console.printError(SafeText("Created the vehicle \(vehicle.name?.description ?? "\(name)")."))
      return (vehicle, true)
    } catch { throw CommandError(error, backend: client.endpoint.authority) }
  }

  func ensure(
    _ client: FleetEngineClient
  ) async throws(CommandError) -> (vehicle: Vehicle, isNew: Bool) {
    var mask = ["vehicleState"]
    if given.isBackToBackEnabled != nil { mask.append("backToBackEnabled") }
    if given.maximumCapacity != nil { mask.append("maximumCapacity") }
    if given.supportedTripTypes != nil { mask.append("supportedTripTypes") }
    do {
      let answer = try await client.updateVehicle(
        name, Self.vehicle(given), mask: mask, header: .driver)
      return (answer.value, false)
    } catch { guard error.isMissing else { throw failure(error, client) } }
    try askToCreate(at: client.endpoint)
    var vehicle = Self.vehicle(settings)
    vehicle.category = .auto
    if vehicle.maximumCapacity == 0 { vehicle.maximumCapacity = 4 }
    do {
      let answer = try await client.createVehicle(name, vehicle, header: .driver)
      Console.printError("Created the vehicle \(name.description).")
      return (answer.value, true)
    } catch {
      guard error.code == .permissionDenied || error.code == .unauthenticated else {
        throw failure(error, client)
      }
      throw CommandError(
        .notPermitted,
        "The vehicle \(name) does not exist, and this account may not create it. Run it once with "
          + "a server's key: \(command)")
    }
  }

  private func askToCreate(at server: HTTPURL) throws(CommandError) {
    try confirmation?.ask("\(name) does not exist at \(server.authority). Create it?")
  }

  private static func vehicle(_ settings: VehicleSettings) -> Vehicle {
    Vehicle.with {
      $0.state = .offline
      $0.supportedTripTypes = settings.supportedTripTypes ?? []
      $0.maximumCapacity = settings.maximumCapacity ?? 0
      $0.isBackToBackEnabled = settings.isBackToBackEnabled ?? false
    }
  }

  private func failure(_ error: FleetEngineError, _ client: FleetEngineClient) -> CommandError {
    CommandError(error, about: .vehicle(name), endpoint: client.endpoint.authority)
  }
}

extension RequestHeader {
  static let driver = RequestHeader(sdkVersion: HelpText.version, sdkType: .driver)
}
