internal import CellGrid
internal import ConsumerMap
internal import FleetEngine
internal import RidesharingConsumer
internal import Viewer

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

extension ScreenSetup {
  /// What the program does for a viewer; without a log none can be read.
  func viewerServices(_ service: TripService, _ client: FleetEngineClient) -> ViewerServices {
    var services = ViewerServices()
    services.openTrip = { [log] name in
      guard name.providerID == service.providerID else { return nil }
      log?.record(.info, "follows now \(name)")
      return service.tripModel(forTripName: name.description)
    }
    services.renewToken = { await client.renewToken(for: $0) }
    let state = environment.stateDirectory
    if let log = log?.path {
      services.readLog = { await LogFile.tail(of: log) }
    }
    services.styleText = { StyleFile(of: $0.consumerMapStyleCoordinator).toml }
    services.saveAs = { [home = environment.variables["HOME"]] in await Self.save($1, at: $0, home)
    }
    services.save = { await Self.save($1, as: $0, or: state) }
    return services
  }

  /// Writes a new file into the current directory, or into another where that cannot be written.
  @concurrent
  private static func save(
    _ bytes: [UInt8],
    as name: String,
    or fallback: String?
  ) async -> Result<SafeText, ViewerServices.SaveFailure> {
    let directories = [Environment.currentDirectory, fallback].compactMap { $0 }
    var reason = "there is no directory for it"
    for directory in directories {
      let path = directory + (directory.hasSuffix("/") ? "" : "/") + name
      do throws(NewFile.Failure) {
        try NewFile.write(bytes, to: path)
        return .success(SafeText(path))
      } catch {
        reason = error.reason
      }
    }
    return .failure(ViewerServices.SaveFailure(reason: reason))
  }

  /// Writes a new file where the user wants it; `~/` is the home directory.
  @concurrent
  private static func save(
    _ bytes: [UInt8],
    at path: String,
    _ home: String?
  ) async -> Result<SafeText, ViewerServices.SaveFailure> {
    let path = path.hasPrefix("~/") ? (home ?? "~") + path.dropFirst() : path
    do throws(NewFile.Failure) {
      try NewFile.write(bytes, to: path)
      return .success(SafeText(path))
    } catch {
      return .failure(ViewerServices.SaveFailure(reason: error.reason))
    }
  }
}

extension Environment {
  /// The working directory; nil if it was removed.
  static var currentDirectory: String? {
    guard let path = unsafe getcwd(nil, 0) else { return nil }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }
}
