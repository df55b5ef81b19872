internal import Foundation

/// The folder of the package, for tests that read its documents and assets.
public let packageRoot = URL(filePath: #filePath).appending(path: "../../../..").standardized.path
