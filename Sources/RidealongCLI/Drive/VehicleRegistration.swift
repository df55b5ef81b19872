internal import CellGrid
internal import FleetEngine
internal import HTTPMessages
internal import ProviderBackend

/// Creates a vehicle before it is driven, unless it exists.
struct VehicleRegistration: Sendable {
  let name: VehicleName
  /// The settings of the command line, which are applied to an existing vehicle too.
  var given = VehicleSettings()
  /// The command to run with a server's key if this key may not create the vehicle.
  let command: String

  /// The settings of a new vehicle: the sample apps' defaults, with both types of trips.
  private var settings: VehicleSettings {
    VehicleSettings(
      isBackToBackEnabled: given.isBackToBackEnabled ?? true,
      maximumCapacity: given.maximumCapacity,
      supportedTripTypes: given.supportedTripTypes ?? [.exclusive, .shared]
    )
  }

  /// Finds or creates the vehicle at a provider's backend.
  func ensure(
    _ client: ProviderClient
  ) async throws(CommandError) -> (vehicle: Vehicle, isNew: Bool) {
    do throws(ProviderError) {
      do throws(ProviderError) {
        if given != VehicleSettings() {
          return (try await client.updateVehicle(name.vehicleID, given), false)
        }
        return (try await client.vehicle(name.vehicleID), false)
      } catch {
        guard error.isNotFound else { throw error }
      }
      let vehicle = try await client.createVehicle(name.vehicleID, settings)
      Console.printError(SafeText("Created the vehicle \(vehicle.name?.description ?? "\(name)")."))
      return (vehicle, true)
    } catch {
      throw CommandError(error, backend: client.endpoint.authority)
    }
  }

  /// Finds or creates the vehicle in Fleet Engine.
  func ensure(
    _ client: FleetEngineClient
  ) async throws(CommandError) -> (vehicle: Vehicle, isNew: Bool) {
    var mask = ["vehicleState"]
    if given.isBackToBackEnabled != nil { mask.append("backToBackEnabled") }
    if given.maximumCapacity != nil { mask.append("maximumCapacity") }
    if given.supportedTripTypes != nil { mask.append("supportedTripTypes") }
    do {
      let answer = try await client.updateVehicle(
        name,
        Self.vehicle(given),
        mask: mask,
        header: .driver
      )
      return (answer.value, false)
    } catch {
      guard error.code == .notFound else { throw failure(error, client) }
    }
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
          + "a server's key: \(command)"
      )
    }
  }

  private static func vehicle(_ settings: VehicleSettings) -> Vehicle {
    Vehicle(
      state: .offline,
      supportedTripTypes: settings.supportedTripTypes ?? [],
      maximumCapacity: settings.maximumCapacity ?? 0,
      isBackToBackEnabled: settings.isBackToBackEnabled ?? false
    )
  }

  private func failure(_ error: FleetEngineError, _ client: FleetEngineClient) -> CommandError {
    CommandError(error, about: .vehicle(name), endpoint: client.endpoint.authority)
  }
}

extension RequestHeader {
  /// The simulated driver's description of itself.
  static let driver = RequestHeader(sdkVersion: HelpText.version, sdkType: .driver)
}
