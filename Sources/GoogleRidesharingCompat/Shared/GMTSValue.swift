public import Foundation

/// An immutable SDK object that wraps a value of the library.
///
/// Objects of the same class with equal values are equal.
public class GMTSValue<Value: Hashable & Sendable>: NSObject, @unchecked Sendable {
  /// The library's value.
  public let value: Value

  /// Wraps a value of the library.
  public init(_ value: Value) {
    self.value = value
  }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? GMTSValue<Value>, type(of: other) == type(of: self) else {
      return false
    }
    return other.value == value
  }

  public override var hash: Int { value.hashValue }
}
