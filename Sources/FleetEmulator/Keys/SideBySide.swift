internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Work that is done on threads of its own, for callers that cannot suspend.
enum SideBySide {
  /// A result that a thread leaves.
  private final class Place<Result: Sendable>: Sendable {
    let result = Mutex<Result?>(nil)
  }

  /// Applies a function to all values at once and waits for the results, which keep their order.
  static func map<Value: Sendable, Result: Sendable>(
    _ values: [Value],
    _ function: @escaping @Sendable (Value) -> Result
  ) -> [Result] {
    let places = values.map { _ in Place<Result>() }
    let threads = zip(values, places).map { value, place in
      start {
        let result = function(value)
        place.result.withLock { $0 = result }
      }
    }
    for thread in threads {
      if let thread { _ = pthread_join(thread, nil) }
    }
    // What no thread could be had for is done here.
    return zip(values, places).map { value, place in
      place.result.withLock { $0 } ?? function(value)
    }
  }

  /// Starts a thread; nil where there is none to have.
  private static func start(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
    let context = unsafe Unmanaged.passRetained(ThreadWork(body))
    #if canImport(Glibc)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    guard unsafe pthread_create(&thread, nil, threadWork, context.toOpaque()) == 0 else {
      unsafe context.release()
      return nil
    }
    return thread
  }
}

private final class ThreadWork: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }
}

// A thread calls it; nothing here may belong to an actor.
private nonisolated let threadWork:
  @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
    guard let context = unsafe context else { return nil }
    unsafe Unmanaged<ThreadWork>.fromOpaque(context).takeRetainedValue().body()
    return nil
  }
