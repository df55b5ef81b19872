public import Foundation

/// An object of the SDK that stands for a value of the library.
///
/// It never changes, so that it may be handed to any thread; two objects with equal values are
/// equal.
public class GMTSValue<Value: Hashable & Sendable>: NSObject, @unchecked Sendable {
  /// The library's value.
  public let value: Value

  /// Creates the object of a value.
  public init(_ value: Value) {
    self.value = value
  }

  /// Whether another object is of the same class and has an equal value.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? GMTSValue<Value>, type(of: other) == type(of: self) else {
      return false
    }
    return other.value == value
  }

  /// The value's hash.
  public override var hash: Int { value.hashValue }
}
