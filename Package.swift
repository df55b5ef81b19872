// swift-tools-version: 6.2
import PackageDescription

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Set in `make test` and `.ci/run`; users of the package never fail on a new compiler's warning.
let warningsAreErrors = Context.environment["RIDEALONG_WARNINGS_AS_ERRORS"] == "1"

let commonSettings: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InferIsolatedConformances"),
  ]
  + (warningsAreErrors
    ? [
      .treatAllWarnings(as: .error),
      // Backtraces have lines; the rest takes a sixth of the time of a build.
      .unsafeFlags(["-gline-tables-only"], .when(configuration: .debug)),
    ] : [])

/// Library and program code: strict about memory wherever C is touched.
let sourceSettings: [SwiftSetting] = commonSettings + [.strictMemorySafety()]

/// Settings of the modules that draw: optimized for tests, which spend most of their time in them.
let hotSettings: [SwiftSetting] =
  sourceSettings
  + (warningsAreErrors ? [.unsafeFlags(["-O"], .when(configuration: .debug))] : [])

func source(_ name: String, _ dependencies: [Target.Dependency] = [], isHot: Bool = false) -> Target
{
  .target(
    name: name,
    dependencies: dependencies,
    swiftSettings: isHot ? hotSettings : sourceSettings
  )
}

func tests(
  of name: String,
  _ dependencies: [Target.Dependency] = [],
  exclude: [String] = []
) -> Target {
  .testTarget(
    name: name + "Tests",
    dependencies: [.target(name: name), "TestSupport"] + dependencies,
    exclude: exclude,
    swiftSettings: commonSettings
  )
}

/// Targets in one folder of `Sources` and `Tests`; ARCHITECTURE.md describes the folders.
func folder(_ name: String, _ targets: [Target], in parent: String? = nil) -> [Target] {
  for target in targets {
    target.path = "\(parent ?? (target.type == .test ? "Tests" : "Sources"))/\(name)/\(target.name)"
  }
  return targets
}

/// The SDK's module names and UIKit's, for apps that are to run in a terminal unchanged. Apple's
/// platforms have a UIKit and the SDKs of their own.
#if os(Linux)
  // Swift Testing looks for an overlay wherever a module of the name UIKit is imported, which exists on
  // Apple's platforms only.
  let noOverlays: SwiftSetting = .unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"])
  let coreLocation: [Target.Dependency] = ["CoreLocation"]
  let appModules = [
    "CoreLocation", "UIKit", "GoogleMaps", "GoogleRidesharingConsumer", "GoogleRidesharingDriver",
  ]
  let appTargets: [Target] = [
    source("CoreLocation", ["Geo"]),
    source(
      "UIKit",
      [
        "GoogleRidesharingCompat", "TerminalUI", "ConsumerMap", "RidesharingConsumer",
        "FleetEngine", "MapCanvas", "CellGrid",
      ]
    ),
    source("GoogleMaps", ["GoogleRidesharingCompat", "UIKit"]),
    source("GoogleRidesharingConsumer", ["GoogleMaps"]),
    source("GoogleRidesharingDriver", ["GoogleMaps"]),
    // The guides' listings, compiled as an app's Swift 5 code is. One leaves a constant unused, and
    // may not be changed, so that warnings are silent here.
    .testTarget(
      name: "GuideListingsTests",
      dependencies: [
        "GoogleRidesharingConsumer", "GoogleRidesharingDriver", "GoogleMaps", "FleetEmulator",
        "JSONWebTokens", "TestSupport",
      ],
      swiftSettings: [.swiftLanguageMode(.v5), .unsafeFlags(["-suppress-warnings"]), noOverlays]
    ),
    // View controllers as published apps write them, compiled as an app's Swift 5 code is.
    .testTarget(
      name: "PublishedAppTests",
      dependencies: [
        "GoogleRidesharingConsumer", "GoogleRidesharingDriver", "GoogleMaps", "CoreLocation",
        "ConsumerMap", "RidesharingConsumer", "FleetEngine", "HTTPMessages", "MapCanvas",
        "CellGrid", "TestSupport",
      ],
      swiftSettings: [.swiftLanguageMode(.v5), noOverlays]
    ),
    .testTarget(
      name: "UIKitTests",
      dependencies: ["UIKit", "CellGrid", "ConsumerMap", "Geo", "FleetEngine", "TestSupport"],
      swiftSettings: commonSettings + [noOverlays]
    ),
  ]
#else
  let coreLocation: [Target.Dependency] = []
  let appModules: [String] = []
  let appTargets: [Target] = []
#endif

// Values, and bounded reading and writing.
let basics = folder(
  "Basics",
  [
    // The platform's C library under one name.
    source("SystemLibrary"),
    // Every limit on input, reading files up to one, shell quoting, base64url.
    source("TrustLimits", ["SystemLibrary"]),
    // Parsing, a tree, writing, and a Codable bridge for JSON.
    source("JSON", ["TrustLimits"]),
    // Coordinates, projection, paths, polyline codecs.
    source("Geo", ["SystemLibrary", "TrustLimits"], isHot: true),
    // A road network: its file form, nearest road, fastest route.
    source("Roads", ["Geo"]),
    // Requests, responses, addresses, and the protocol that sends them.
    source("HTTPMessages", ["TrustLimits"]),
    // Connections to SQLite databases.
    source("SQLiteFiles", ["SystemLibrary", "CSQLite"]),
    // Inflating gzip and zlib data within a limit; gzip data that grows.
    source("Gzip", ["CDeflate", "CZlib"]),
    tests(of: "JSON"),
    tests(of: "Geo"),
    tests(of: "Roads", ["DemoAssets", "Geo"]),
    tests(of: "HTTPMessages"),
    tests(of: "SQLiteFiles"),
  ]
)

// Fleet Engine, its tokens, and other servers.
let fleetEngine = folder(
  "FleetEngine",
  [
    // Messages of Fleet Engine as JSON and as protocol buffers, its client, the limit of requests per second.
    source("FleetEngine", ["SystemLibrary", "JSON", "Geo", "HTTPMessages", "TrustLimits"]),
    // Signing and verifying tokens.
    source("JSONWebTokens", ["JSON", "TrustLimits", "CCrypto"]),
    // Where tokens come from, and their cache.
    source(
      "AccessTokens",
      [
        "SystemLibrary", "FleetEngine", "HTTPMessages", "JSON", "JSONWebTokens", "TrustLimits",
        "CSpawn",
      ]
    ),
    // The sample backend's messages and client.
    source("ProviderBackend", ["FleetEngine", "Geo", "HTTPMessages", "JSON", "TrustLimits"]),
    // Requests over libcurl.
    source("CurlTransport", ["HTTPMessages", "TrustLimits", "CCurl"]),
    tests(of: "FleetEngine", ["JSON"]),
    tests(of: "JSONWebTokens"),
    tests(of: "AccessTokens", ["SystemTestSupport"]),
    tests(of: "ProviderBackend"),
    tests(of: "CurlTransport", ["SystemTestSupport", "VectorTiles", "TileWriting"]),
  ]
)

// Following and driving.
let following = folder(
  "Following",
  [
    // Polling trips and telling subscribers what changed.
    source("RidesharingConsumer", ["FleetEngine", "Geo", "HTTPMessages", "TrustLimits"]),
    // Reporting a vehicle, navigation, a driver's shift.
    source("RidesharingDriver", ["FleetEngine", "Geo", "TrustLimits"]),
    // All that a program needs for both, as one import, and the client's constructor.
    source(
      "Ridealong",
      [
        "FleetEngine", "AccessTokens", "CurlTransport", "RidesharingConsumer", "RidesharingDriver",
        "HTTPMessages", "Geo",
      ]
    ),
    // Recordings of rides: writing, reading, and what is wrong in them.
    source(
      "RideRecordings",
      ["RidesharingConsumer", "FleetEngine", "HTTPMessages", "Geo", "JSON", "Gzip", "TrustLimits"]
    ),
    // Recordings, log exports, routers.
    source(
      "RouteSources",
      [
        "RidesharingDriver", "FleetEngine", "Roads", "HTTPMessages", "Geo", "Gzip", "JSON",
        "TrustLimits", "CExpat",
      ]
    ),
    tests(of: "RidesharingConsumer", ["RideTestSupport", "FleetEmulator", "AccessTokens"]),
    tests(of: "RidesharingDriver"),
    tests(of: "Ridealong", ["FleetEmulator"]),
    tests(
      of: "RideRecordings",
      ["RidesharingConsumer", "FleetEngine", "HTTPMessages", "Geo", "JSON", "Gzip"]
    ),
    tests(of: "RouteSources", ["DemoAssets", "Gzip"]),
  ]
)

// Cells, tiles, and the map of a ride.
let map = folder(
  "Map",
  [
    // Cells, styles, frames, safe text, parsed input.
    source("CellGrid", ["TrustLimits"], isHot: true),
    // Map tiles: decoding, files, servers, the store.
    source(
      "VectorTiles",
      ["SystemLibrary", "Geo", "HTTPMessages", "JSON", "TrustLimits", "SQLiteFiles", "Gzip"]
    ),
    // Drawing scenes and base maps in dots.
    source("MapCanvas", ["VectorTiles", "Geo", "CellGrid", "TrustLimits"], isHot: true),
    // The SDK's map view: sessions, styles, camera.
    source(
      "ConsumerMap",
      [
        "RidesharingConsumer", "MapCanvas", "VectorTiles", "FleetEngine", "Geo", "CellGrid",
        "TrustLimits",
      ]
    ),
    tests(of: "CellGrid"),
    tests(of: "VectorTiles", ["TileWriting", "Gzip"]),
    tests(of: "MapCanvas", ["DemoAssets", "TileWriting"]),
    tests(of: "ConsumerMap", ["TileWriting", "VectorTiles"]),
  ]
)

// A Fleet Engine on this machine.
let emulator = folder(
  "Emulator",
  [
    // A Fleet Engine and a provider's backend on this machine.
    source(
      "FleetEmulator",
      [
        "SystemLibrary",
        "FleetEngine", "ProviderBackend", "JSON", "JSONWebTokens", "HTTPMessages", "Geo",
        "TrustLimits", "CMicrohttpd", "SQLiteFiles", "CCrypto", "Gzip", "CHTTP2",
        "RidesharingConsumer", "RideRecordings", "RouteSources",
      ]
    ),
    // The cases of Fleet Engine's contract, and what runs them against a server.
    source(
      "ContractCases",
      [
        "FleetEmulator", "FleetEngine", "JSON", "JSONWebTokens", "HTTPMessages", "TrustLimits",
        "ContractCaseFiles",
      ]
    ),
    tests(
      of: "ContractCases", ["FleetEmulator", "CurlTransport", "HTTPMessages"],
      exclude: ["Mutations", "Servers"]),
    tests(
      of: "FleetEmulator",
      [
        "ProviderBackend", "CurlTransport", "JSON", "JSONWebTokens", "SQLiteFiles",
        "AccessTokens", "RidesharingConsumer", "RideTestSupport", "SystemTestSupport",
        "TileWriting",
        "TrustLimits",
      ]
    ),
  ]
)

// The terminal, the screens, and the commands.
let program = folder(
  "Program",
  [
    // The executable; a module that differs from the library's in more than case.
    .executableTarget(
      name: "RidealongProgram",
      dependencies: ["RidealongCLI", "CStandardStreams"],
      swiftSettings: sourceSettings
    ),
    // The commands.
    source(
      "RidealongCLI",
      [
        "SystemLibrary",
        "TerminalUI", "Viewer", "FleetEmulator", "ContractCases", "RouteSources", "AccessTokens",
        "CurlTransport",
        "ProviderBackend", "VectorTiles", "Roads", "DemoAssets", "ManualSources", "JSON", "CToml",
      ]
    ),
    // Screens, keys, reports, and every sentence on them.
    source(
      "Viewer",
      [
        "SystemLibrary", "ConsumerMap", "CellGrid", "JSON", "ProviderBackend", "RideRecordings",
      ]
    ),
    // The terminal: curses, input, signals, giving it back.
    source("TerminalUI", ["SystemLibrary", "CellGrid", "CNcurses", "CTerminalRestore"]),
    tests(
      of: "RidealongCLI",
      ["RideTestSupport", "FleetEmulator", "ProviderBackend", "RidesharingDriver", "VectorTiles"]
    ),
    // The program as a process, on terminals and sockets; as a dependency it is built for them.
    .testTarget(
      name: "ProgramTests",
      dependencies: [
        "RidealongProgram", "RidealongCLI", "FleetEmulator", "RouteSources", "TileWriting",
        "VectorTiles",
        "RideTestSupport", "SystemTestSupport", "TestSupport",
      ],
      swiftSettings: commonSettings
    ),
    tests(
      of: "Viewer",
      [
        "FleetEmulator", "JSONWebTokens", "TileWriting", "VectorTiles", "ConsumerMap", "MapCanvas",
        "RouteSources", "RidesharingConsumer", "DemoAssets",
      ],
      exclude: ["Snapshots"]
    ),
    tests(of: "TerminalUI", ["CellGrid", "SystemTestSupport", "ScreenProbe"]),
  ]
)

// The SDK's names, UIKit's and CoreLocation's.
let sdk = folder(
  "SDK",
  [
    // The SDK's own names and classes.
    source(
      "GoogleRidesharingCompat",
      [
        "ConsumerMap", "RidesharingConsumer", "RidesharingDriver", "AccessTokens", "CurlTransport",
        "FleetEngine", "HTTPMessages", "Geo", "MapCanvas", "CellGrid",
      ] + coreLocation
    ),
    tests(
      of: "GoogleRidesharingCompat",
      [
        "ConsumerMap", "RidesharingConsumer", "RidesharingDriver", "FleetEngine", "HTTPMessages",
        "Geo", "CellGrid", "FleetEmulator",
      ]
    ),
  ] + appTargets
)

// C, C++, and system libraries.
let shims = folder(
  "C",
  [
    .systemLibrary(name: "CCrypto", providers: [.apt(["libssl-dev"])]),
    // Loaded when it is first used.
    .target(name: "CCurl"),
    .systemLibrary(name: "CDeflate", providers: [.apt(["libdeflate-dev"])]),
    .systemLibrary(name: "CExpat", providers: [.apt(["libexpat1-dev"])]),
    // A server for HTTP/2, on nghttp2 (libnghttp2-dev) and OpenSSL.
    .target(
      name: "CHTTP2",
      linkerSettings: [.linkedLibrary("nghttp2"), .linkedLibrary("ssl"), .linkedLibrary("crypto")]
    ),
    // Loaded when it is first used.
    .target(name: "CMicrohttpd"),
    .systemLibrary(name: "CNcurses", providers: [.apt(["libncurses-dev"])]),
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    // Starts token commands.
    .target(name: "CSpawn"),
    // Opens missing standard streams before the Swift runtime starts.
    .target(name: "CStandardStreams", dependencies: ["CTerminalRestore"]),
    // Restores a terminal after a crash or a kill.
    .target(name: "CTerminalRestore"),
    // TOML to JSON, on toml++ (libtomlplusplus-dev), which is all headers.
    .target(name: "CToml"),
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
    // The demo's map, ride, and roads, embedded in the binary.
    .target(name: "DemoAssets", cSettings: [.headerSearchPath("../../../Assets")]),
    .target(name: "ContractCaseFiles", cSettings: [.headerSearchPath("../../../Assets/cases")]),
    // The documents that manual pages are made of, embedded in the binary.
    .target(name: "ManualSources", cSettings: [.headerSearchPath("../../../docs")]),
  ]
)

// What tests and benchmarks share.
let testSupport = folder(
  "Support",
  [
    // Encodes tiles and archives, for tests, benchmarks and Tools/DemoCity.
    .target(
      name: "TileWriting",
      dependencies: ["VectorTiles", "Geo", "CZlib"],
      swiftSettings: sourceSettings
    ),
    .target(
      name: "TestSupport",
      dependencies: ["FleetEngine", "HTTPMessages", "CellGrid"],
      swiftSettings: commonSettings
    ),
    // Processes, terminals and sockets. Test targets that use them are not run by `make test-fast`.
    .target(
      name: "SystemTestSupport",
      dependencies: ["HTTPMessages", "CellGrid", "CSpawn", "CVterm"],
      swiftSettings: commonSettings
    ),
    // A subscriber that records its calls, and a user's surroundings.
    .target(
      name: "RideTestSupport",
      dependencies: ["FleetEmulator", "RidesharingConsumer", "TestSupport"],
      swiftSettings: commonSettings
    ),
    .executableTarget(
      name: "ScreenProbe",
      dependencies: ["TerminalUI", "CellGrid", "SystemTestSupport", "TestSupport"],
      swiftSettings: commonSettings
    ),
    .systemLibrary(name: "CVterm", providers: [.apt(["libvterm-dev"])]),
    .testTarget(
      name: "TestSupportTests",
      dependencies: ["SystemTestSupport", "TestSupport", "CellGrid"],
      swiftSettings: commonSettings
    ),
    tests(of: "Fuzzing"),
  ],
  in: "Tests"
)

// Benchmarks, fuzzing, and rides in simulated time.
let tools: [Target] = [
  // What the scripts of Benchmarks run.
  .executableTarget(
    name: "Measure",
    dependencies: [
      "RidesharingConsumer", "AccessTokens", "CurlTransport", "VectorTiles", "TileWriting",
      "ConsumerMap", "MapCanvas", "CellGrid", "TerminalUI", "RouteSources", "RidesharingDriver",
      "Geo", "Gzip", "JSON", "CMicrohttpd", "AllocationCount", "FleetEmulator",
      "RideRecordings",
    ],
    path: "Benchmarks/Measure",
    swiftSettings: sourceSettings
  ),
  // Counts what a program allocates, by standing before the C library's allocator.
  .target(name: "AllocationCount", path: "Benchmarks/AllocationCount"),
  .target(
    name: "Fuzzing",
    dependencies: [
      "CellGrid", "FleetEngine", "Geo", "HTTPMessages", "JSONWebTokens", "RidesharingDriver",
      "RouteSources", "TileWriting", "TrustLimits", "VectorTiles", "CSQLite", "CToml",
      "TestSupport", "FleetEmulator", "JSON", "RideRecordings", "Gzip",
      "RidesharingConsumer",
    ],
    path: "Tests/Fuzzing",
    exclude: ["Corpus"],
    swiftSettings: commonSettings
  ),
  // Whole rides in one thread and simulated time, for scripts/simulate.
  .executableTarget(
    name: "RideSimulator",
    dependencies: [
      "AccessTokens", "CellGrid", "ConsumerMap", "FleetEmulator", "FleetEngine", "Geo", "Gzip",
      "HTTPMessages", "JSONWebTokens", "RideRecordings", "RidesharingConsumer",
      "RidesharingDriver", "TestSupport", "Viewer",
    ],
    path: "Tests/RideSimulator",
    exclude: ["Defects"],
    swiftSettings: commonSettings
  ),
]

let package = Package(
  name: "ridealong",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Ridealong", targets: ["Ridealong"]),
    .library(name: "Geo", targets: ["Geo"]),
    .library(name: "HTTPMessages", targets: ["HTTPMessages"]),
    .library(name: "CellGrid", targets: ["CellGrid"]),
    .library(name: "VectorTiles", targets: ["VectorTiles"]),
    .library(name: "MapCanvas", targets: ["MapCanvas"]),
    .library(name: "FleetEngine", targets: ["FleetEngine"]),
    .library(name: "AccessTokens", targets: ["AccessTokens"]),
    .library(name: "ProviderBackend", targets: ["ProviderBackend"]),
    .library(name: "CurlTransport", targets: ["CurlTransport"]),
    .library(name: "RidesharingConsumer", targets: ["RidesharingConsumer"]),
    .library(name: "RidesharingDriver", targets: ["RidesharingDriver"]),
    .library(name: "RouteSources", targets: ["RouteSources"]),
    .library(name: "ConsumerMap", targets: ["ConsumerMap"]),
    .library(name: "FleetEmulator", targets: ["FleetEmulator"]),
    .library(name: "GoogleRidesharingCompat", targets: ["GoogleRidesharingCompat"]),
    .executable(name: "ridealong", targets: ["RidealongProgram"]),
    // Not for other packages: Tools/DemoCity makes the demo's assets with it.
    .library(name: "DemoCitySupport", targets: ["Roads", "TileWriting"]),
  ] + appModules.map { .library(name: $0, targets: [$0]) },
  targets: basics + fleetEngine + following + map + emulator + program + sdk + shims + testSupport
    + tools,
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)

// Links a program in a third of the usual linker's time.
if warningsAreErrors {
  for target in package.targets where [.executable, .test].contains(target.type) {
    let setting = LinkerSetting.unsafeFlags(
      ["-use-ld=lld"],
      .when(platforms: [.linux], configuration: .debug)
    )
    target.linkerSettings = (target.linkerSettings ?? []) + [setting]
  }
}

// libFuzzer's program links only with its sanitizer: scripts/fuzz.
if Context.environment["RIDEALONG_FUZZING"] == "1" {
  package.targets.append(
    .executableTarget(
      name: "FuzzDriver",
      dependencies: ["Fuzzing"],
      path: "Tests/Support/FuzzDriver",
      swiftSettings: commonSettings
    )
  )
}

// Some test targets alone: RIDEALONG_TESTS=Viewer,CellGrid keeps ViewerTests and CellGridTests, and RIDEALONG_TESTS=fast
// those that use no processes, terminals or sockets, without apps of the SDK.
if let list = Context.environment["RIDEALONG_TESTS"], !list.isEmpty {
  func usesSystem(_ target: Target) -> Bool {
    target.dependencies.contains {
      if case .byNameItem("SystemTestSupport", _) = $0 { true } else { false }
    }
  }
  let tests = package.targets.filter { $0.type == .test }
  let known = tests.map(\.name)
  let wanted =
    list == "fast"
    ? tests.filter { !usesSystem($0) && $0.path?.hasPrefix("Tests/SDK/") == false }.map(\.name)
    : list.split(separator: ",").map { "\($0)Tests" }
  if let unknown = wanted.first(where: { !known.contains($0) }) {
    let names = known.map { $0.dropLast("Tests".count) }.sorted().joined(separator: ", ")
    print("RIDEALONG_TESTS: there is no target \(unknown). Names: \(names)")
    exit(1)
  }
  package.targets.removeAll { $0.type == .test && !wanted.contains($0.name) }
}
