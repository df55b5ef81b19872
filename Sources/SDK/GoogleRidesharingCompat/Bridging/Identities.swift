internal import Synchronization

/// The SDK objects that wrap the library's, at most one for each while it lives.
///
/// An SDK object keeps the library's object alive, so that an identifier is never reused.
final class Identities<Object: AnyObject & Sendable>: Sendable {
  private struct Entry { weak var object: Object? }

  private let entries = Mutex<[ObjectIdentifier: Entry]>([:])

  /// Returns the object that wraps another, or makes it.
  func object(for original: some AnyObject, make: () -> Object) -> Object {
    let id = ObjectIdentifier(original)
    if let object = object(of: id) { return object }
    let object = make()
    entries.withLock { entries in
      entries = entries.filter { $0.value.object != nil }
      entries[id] = Entry(object: object)
    }
    return object
  }

  /// Returns the object that wraps another, if there is one.
  func object(of id: ObjectIdentifier) -> Object? { entries.withLock { $0[id]?.object } }
}
