/// The examples of help.
extension Command {
  /// Command lines that show the command's use, the most common first; at least one.
  var examples: [String] {
    switch self {
    case .follow:
      [
        "ridealong providers/acme/trips/42 --service-account consumer.json",
        "ridealong providers/acme/trips/42 --token-command 'fleet-token {trip}'",
        "ridealong 42 --context staging",
        "ridealong TRIP --token-url 'https://HOST/token/consumer/{trip}' --once",
        "ridealong TRIP --service-account FILE --json | jq .status",
        "ridealong follow TRIP TRIP TRIP --service-account server.json",
        "ridealong follow --vehicle VEHICLE --service-account server.json",
        "ridealong TRIP --service-account FILE --plain --notify 'notify-send Ride'",
        "fleet-token | ridealong TRIP --token-file -",
      ]
    case .wait:
      [
        "ridealong wait TRIP --token-url URL --for arrived-at-pickup --timeout 20m",
        "ridealong wait 42 --context staging --for complete && notify-send Done",
      ]
    case .book:
      [
        "ridealong book --backend http://127.0.0.1:8080/provider --near 48.2,16.37",
        "ridealong book --backend URL --pickup 48.19,16.34 --dropoff 48.21,16.37",
      ]
    case .demo:
      ["ridealong demo", "ridealong demo --speed 10 --glyphs block", "ridealong demo --plain"]
    case .emulator:
      [
        "ridealong emulator --data-dir ./fleet --listen 127.0.0.1:8080",
        "ridealong emulator --strict --quota --fault faults.json",
      ]
    case .drive:
      [
        "ridealong drive providers/demo-project/vehicles/car-1 \\",
        "  --backend http://127.0.0.1:8080/provider",
        "gpspipe -w | ridealong drive VEHICLE --backend URL --locations -",
      ]
    case .vehicle:
      [
        "ridealong vehicle offline providers/demo-project/vehicles/car-1 \\",
        "  --backend http://127.0.0.1:8080/provider",
        "ridealong vehicle show VEHICLE --service-account server.json --json",
      ]
    case .replayLog:
      [
        "ridealong replay-log log.json --speed 4 --provider demo-project \\",
        "  --endpoint http://127.0.0.1:8080 --service-account server.json",
      ]
    case .token:
      [
        "ridealong token mint --service-account consumer.json --trip 42",
        "curl -s BACKEND/token/consumer/TRIP | ridealong token inspect --trip TRIP",
      ]
    case .doctor:
      [
        "ridealong doctor", "ridealong doctor TRIP --service-account consumer.json",
        "ridealong doctor --vehicle VEHICLE --service-account server.json --verbose",
      ]
    case .contexts: ["ridealong contexts", "ridealong contexts --json"]
    case .completions: ["source <(ridealong completions bash)"]
    case .help: ["ridealong help follow", "ridealong help keys"]
    case .version: ["ridealong version"]
    }
  }

  /// The words that stand for what the command is to do; none where its words are names or files.
  var operands: [String] {
    switch self {
    case .token: ["mint", "inspect"]
    case .vehicle: VehicleCommand.Action.allCases.map(\.rawValue)
    case .completions: Shell.allCases.map(\.rawValue)
    case .help: Command.allCases.map(\.rawValue) + HelpTopic.allCases.map(\.rawValue)
    default: []
    }
  }

  /// Whether the command's words name trips; completions offer the last ones.
  var takesTrips: Bool { [.follow, .wait, .doctor].contains(self) }

  /// Whether the command's words name files.
  var takesFiles: Bool { self == .replayLog || self == .token }
}
