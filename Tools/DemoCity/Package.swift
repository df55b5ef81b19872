// swift-tools-version: 6.2
import PackageDescription

// Makes the demo's assets, which are committed: scripts/make-demo-city. The program does not need it.

let settings: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InferIsolatedConformances"),
  ]
  + (Context.environment["RIDEALONG_WARNINGS_AS_ERRORS"] == "1"
    ? [.treatAllWarnings(as: .error)] : [])

let sourceSettings: [SwiftSetting] = settings + [.strictMemorySafety()]

func ridealong(_ name: String) -> Target.Dependency { .product(name: name, package: "ridealong") }

let package = Package(
  name: "DemoCity",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "ridealong", path: "../..")],
  targets: [
    // A town made from a seed: roads, areas, names.
    .target(
      name: "DemoCity",
      dependencies: [ridealong("Geo"), ridealong("DemoCitySupport")],
      swiftSettings: sourceSettings
    ),
    // The map, the ride and the roads of the town as files.
    .target(
      name: "DemoAssetMaking",
      dependencies: [
        "DemoCity", ridealong("Geo"), ridealong("DemoCitySupport"), ridealong("VectorTiles"),
      ],
      swiftSettings: sourceSettings
    ),
    .executableTarget(
      name: "DemoAssetMaker",
      dependencies: ["DemoAssetMaking", "DemoCity"],
      swiftSettings: sourceSettings
    ),
    // Draws the town as SVG.
    .executableTarget(
      name: "CityDrawing",
      dependencies: ["DemoCity", ridealong("Geo"), ridealong("DemoCitySupport")],
      swiftSettings: sourceSettings
    ),
    .testTarget(
      name: "DemoCityTests",
      dependencies: ["DemoCity", ridealong("Geo"), ridealong("DemoCitySupport")],
      swiftSettings: settings
    ),
    .testTarget(
      name: "DemoAssetMakingTests",
      dependencies: [
        "DemoAssetMaking", "DemoCity", ridealong("Geo"), ridealong("DemoCitySupport"),
        ridealong("VectorTiles"),
      ],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
