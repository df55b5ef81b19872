import Foundation
import GoogleRidesharingConsumer
import GoogleRidesharingDriver
import Synchronization
import TestSupport
import Testing

/// A guide's token provider, each with the same cases.
enum TokenListing: CaseIterable, Sendable {
  case consumer000, consumer001, driver003

  /// Returns what fetches the token of a trip or a vehicle; nil is no context.
  @MainActor func fetcher() -> (_ id: String?) async -> Result<String?, any Error> {
    switch self {
    case .consumer000:
      let provider = Guide000.SampleAccessTokenProvider()
      return { id in
        await result {
          provider.fetchToken(with: id.map(GMTCAuthorizationContext.init), completion: $0)
        }
      }
    case .consumer001:
      let provider = Guide001.SampleAccessTokenProvider()
      return { id in
        await result {
          provider.fetchToken(with: id.map(GMTCAuthorizationContext.init), completion: $0)
        }
      }
    case .driver003:
      let provider = Guide003.SampleAccessTokenProvider()
      return { id in
        await result {
          provider.fetchToken(with: id.map(GMTDAuthorizationContext.init), completion: $0)
        }
      }
    }
  }

  @MainActor private func result(
    _ fetch: (@escaping GMTCAuthTokenFetchCompletionHandler) -> Void
  ) async -> Result<String?, any Error> {
    await withCheckedContinuation { continuation in
      fetch { token, error in
        continuation.resume(returning: error.map { .failure($0) } ?? .success(token))
      }
    }
  }
}

extension Result<String?, any Error> { fileprivate var token: String? { (try? get()) ?? nil } }

/// In processes of their own, because the backend of the tokens is one for a process.
@Suite(.limited) struct `The guides' token providers` {
  @Test func `The guides' token providers keep a token until it expires or another is needed`()
    async
  {
    await #expect(processExitsWith: .success) { @MainActor in
      TokenBackend.start { _ in "token \(TokenBackend.count)" }
      for listing in TokenListing.allCases {
        let fetch = listing.fetcher()
        let first = TokenBackend.count
        #expect(await fetch("one").token == "token \(first + 1)")
        #expect(await fetch("one").token == "token \(first + 1)", "cached")
        #expect(await fetch("two").token == "token \(first + 2)", "another trip or vehicle")
        TokenBackend.expiration = Date.now.timeIntervalSince1970 - 1
        #expect(await fetch("one").token == "token \(first + 3)", "the first again")
        TokenBackend.expiration = 4e9
        #expect(await fetch("one").token == "token \(first + 4)", "expired")
        #expect(await fetch("one").token == "token \(first + 4)")
        #expect(TokenBackend.count == first + 4)
      }
    }
  }

  @Test func `The guides' token providers report errors, and succeed after them`() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let isBroken = Mutex(false)
      TokenBackend.start { _ in
        if isBroken.withLock({ $0 }) { throw URLError(.notConnectedToInternet) }
        return "token"
      }
      for listing in TokenListing.allCases {
        let fetch = listing.fetcher()
        await #expect(throws: (any Error).self) { try await fetch(nil).get() }
        let count = TokenBackend.count
        isBroken.withLock { $0 = true }
        await #expect(throws: URLError.self) { try await fetch("one").get() }
        isBroken.withLock { $0 = false }
        for body in ["", "[]", "{}", #"{"TRIP_TOKEN_KEY":"a","VEHICLE_TOKEN_KEY":"a"}"#] {
          TokenBackend.body = body
          let error = await #expect(throws: (any Error).self) { try await fetch("one").get() }
          #expect(error.map { "\($0)" } == "missingData", "\(body)")
        }
        TokenBackend.body = nil
        #expect(await fetch("one").token == "token")
        #expect(TokenBackend.count == count + 6)
      }
    }
  }
}
