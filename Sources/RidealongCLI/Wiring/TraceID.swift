#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Fresh ids that tie requests to records.
enum TraceID {
  /// A fresh id.
  @Sendable static func make() -> String { UUID().uuidString.lowercased() }
}
