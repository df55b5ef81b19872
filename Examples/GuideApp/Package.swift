// swift-tools-version: 6.2
import PackageDescription

// The consumer guide's app. Its code is Swift 5 code, as in the guide.
let package = Package(
  name: "GuideApp",
  dependencies: [.package(name: "ridealong", path: "../..")],
  targets: [
    .executableTarget(
      name: "GuideApp",
      dependencies: [
        .product(name: "GoogleRidesharingConsumer", package: "ridealong"),
        .product(name: "GoogleMaps", package: "ridealong"),
        // Only to follow trips at another server than Google's, and over a base map of a file.
        .product(name: "RidesharingConsumer", package: "ridealong"),
        .product(name: "HTTPMessages", package: "ridealong"),
        .product(name: "CellGrid", package: "ridealong"),
        .product(name: "ConsumerMap", package: "ridealong"),
        .product(name: "VectorTiles", package: "ridealong"),
      ],
      swiftSettings: [.swiftLanguageMode(.v5)]
    )
  ]
)
