internal import Synchronization

/// The objects of the SDK that stand for objects of the library, one for each while it lives.
///
/// An object of the SDK keeps the library's alive, so that an identity is not given twice.
final class Identities<Object: AnyObject & Sendable>: Sendable {
  private struct Known {
    weak var object: Object?
  }

  private let known = Mutex<[ObjectIdentifier: Known]>([:])

  /// Finds the object that stands for another, or makes it.
  func object(for original: some AnyObject, make: () -> Object) -> Object {
    let id = ObjectIdentifier(original)
    if let object = object(of: id) { return object }
    let object = make()
    known.withLock { known in
      known = known.filter { $0.value.object != nil }
      known[id] = Known(object: object)
    }
    return object
  }

  /// Finds the object that stands for another, if there is one.
  func object(of id: ObjectIdentifier) -> Object? {
    known.withLock { $0[id]?.object }
  }
}
