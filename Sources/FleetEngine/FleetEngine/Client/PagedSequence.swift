/// The elements of a list that a server returns in pages, which are read as the elements are asked for.
///
/// Elements that are added or removed meanwhile may be missing or come twice. A loop ends with the first failure
/// of a call.
public struct PagedSequence<Element: Sendable>: AsyncSequence, Sendable {
  typealias Page = (elements: [Element], next: String?)

  /// The iterator of one loop, which reads the first page with its first element.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let read: @Sendable (String?) async throws(FleetEngineError) -> Page
    private var elements: ArraySlice<Element> = []
    private var next: String?
    private var isLast = false

    fileprivate init(_ read: @escaping @Sendable (String?) async throws(FleetEngineError) -> Page) {
      self.read = read
    }

    /// Returns the next element, or nil at the end; throws the failure of a call.
    public mutating func next() async throws(FleetEngineError) -> Element? {
      try await next(isolation: #isolation)
    }

    /// Returns the next element without leaving the caller's actor, or nil at the end; throws the failure of
    /// a call.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(FleetEngineError) -> Element? {
      while elements.isEmpty, !isLast {
        // After a failure there is no other page.
        isLast = true
        let page = try await read(next)
        (elements, next, isLast) = (page.elements[...], page.next, page.next == nil)
      }
      return elements.popFirst()
    }
  }

  private let read: @Sendable (String?) async throws(FleetEngineError) -> Page

  init(_ read: @escaping @Sendable (String?) async throws(FleetEngineError) -> Page) {
    self.read = read
  }

  /// Creates the iterator of one loop.
  public func makeAsyncIterator() -> Iterator { Iterator(read) }
}
