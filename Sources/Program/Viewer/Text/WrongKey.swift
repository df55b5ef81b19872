public import FleetEngine

/// A service account whose name suggests a role without permission for the refused call.
///
/// Accounts are usually named after their role; a server does not report the role itself.
public struct WrongKey: Sendable, Hashable {
  /// The problem in one sentence.
  public let summary: String
  /// The key's account and the key that is needed, sentence by sentence.
  public let advice: [String]

  /// Explains a refused call; nil if the account's name does not explain it.
  ///
  /// For followed vehicles, see ``VehicleAdvice``.
  public init?(_ error: FleetEngineError) {
    guard error.cause == .server, error.operation != "GetVehicle",
      [.unauthenticated, .permissionDenied].contains(error.code),
      let account = error.tokenAccount
    else { return nil }
    self.init(account: account, operation: error.operation)
  }

  /// Compares an account with a call; nil if the account's name does not contradict it.
  public init?(account: String, operation: String) {
    let (needed, purpose): ([Role], String)
    switch operation {
    case "GetTrip":
      (needed, purpose) = ([.consumer, .fleetReader, .server], "following a trip")
    case "GetVehicle":
      (needed, purpose) = ([.fleetReader, .server], "following a vehicle")
    case "UpdateVehicle", "UpdateTrip":
      (needed, purpose) = ([.driver, .server], "driving a vehicle")
    case "CreateVehicle", "CreateTrip": (needed, purpose) = ([.server], "creating it")
    default: return nil
    }
    guard let role = Role(account: account), !needed.contains(role) else { return nil }
    let owners = needed.filter { $0 != .fleetReader }.map(\.owner).joined(
      separator: " or "
    )
    let titles = needed.map(\.title).joined(separator: "," + " or ")
    summary = "The key is \(role.owner), but \(purpose) needs \(owners)."
    advice = [
      "Key: \(account) (\(role.title)).",
      "Needed: \(titles). The emulator's key for it is \(needed[0].rawValue).json.",
    ]
  }

  /// The roles of Fleet Engine's accounts, with the emulator's key file for each.
  private enum Role: String, CaseIterable {
    case consumer
    case driver
    case server
    case fleetReader = "fleet-reader"

    /// The only role that an account's name has a word for; nil without one.
    init?(account: String) {
      let name = account.prefix { $0 != "@" }.prefix(64).lowercased()
      let words = name.split { !$0.isLetter }.map(String.init)
      let roles = Self.allCases.filter { $0.words.contains(where: words.contains) }
      guard roles.count == 1 else { return nil }
      self = roles[0]
    }

    private var words: [String] {
      switch self {
      case .consumer: ["consumer", "consumers", "rider", "riders", "passenger"]
      case .driver: ["driver", "drivers"]
      case .server: ["server", "backend", "superuser", "admin"]
      case .fleetReader: ["viewer", "reader"]
      }
    }

    var owner: String {
      switch self {
      case .consumer: "a rider's"
      case .driver: "a driver's"
      case .server: "a server's"
      case .fleetReader: "a viewer's"
      }
    }

    var title: String {
      switch self {
      case .consumer: "Consumer SDK User"
      case .driver: "Driver SDK User"
      case .server: "On-demand Admin (formerly Super User)"
      case .fleetReader: "Viewer"
      }
    }
  }
}

/// Advice for a user who may not follow a vehicle.
public enum VehicleAdvice {
  /// The role that may read a vehicle and its trips.
  public static var role: String {
    "A vehicle's trips are for a server's account, with the role roles/fleetengine.viewer or roles/fleetengine.ondemandAdmin; a rider's token opens its own trip only."
  }
}
