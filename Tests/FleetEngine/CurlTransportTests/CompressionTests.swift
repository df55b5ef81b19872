import CurlTransport
import HTTPMessages
import SystemTestSupport
import TestSupport
import Testing

private func bytes(_ hexadecimal: String) -> [UInt8] {
  stride(from: 0, to: hexadecimal.count, by: 2).compactMap { offset in
    UInt8(hexadecimal.dropFirst(offset).prefix(2), radix: 16)
  }
}

/// A mebibyte or so of zeros as gzip packs them, about a thousand to one.
private let bombOfAMillion: [UInt8] =
  bytes("1f8b0800000000000203edc101010000008220ffaf6e484001")
  + [UInt8](repeating: 0, count: 968) + bytes("af069ecb791240420f00")

private func chunked(_ body: [UInt8]) -> [UInt8] {
  Array("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
    + Array((String(body.count, radix: 16) + "\r\n").utf8) + body + Array("\r\n0\r\n\r\n".utf8)
}

@Suite(.limited) struct `Compressed responses` {
  @Test func `Compressed responses are inflated`() async throws {
    let text = #"{"name":"providers/acme/trips/42"}"#
    let packed = bytes(
      "1f8b0800000000000203ab56ca4bcc4d55b2522a28ca2fcb4c492d2ad64f4cce4dd52f29ca2c28d6373152aa"
        + "0500180703b722000000")
    let server = try ScriptedServer { request in
      request.line.contains("chunked")
        ? [.send(chunked(packed))]
        : ScriptedServer.answer(headers: ["Content-Encoding: gzip"], body: packed)
    }
    let transport = LibcurlTransport()
    for path in ["/", "/chunked"] {
      let answer = try await transport.send(TransportRequest(url: server.url(path)))
      #expect(answer.body == Array(text.utf8))
    }
  }

  @Test(arguments: ["/", "/chunked"])
  func `Compressed responses beyond the maximum ratio are refused`(_ path: String) async throws {
    let server = try ScriptedServer { request in
      request.line.contains("chunked")
        ? [.send(chunked(bombOfAMillion))]
        : ScriptedServer.answer(headers: ["Content-Encoding: gzip"], body: bombOfAMillion)
    }
    let error = await #expect(throws: HTTPTransportError.self) {
      try await LibcurlTransport().send(TransportRequest(url: server.url(path)))
    }
    #expect(error?.kind == .answerTooLarge)
    let lenient = LibcurlTransport(.init(inflationRatio: 1_100))
    let answer = try await lenient.send(TransportRequest(url: server.url(path)))
    #expect(answer.body == [UInt8](repeating: 0, count: 1_000_000))
  }

  @Test func `Compressed responses are limited by their inflated size`() async throws {
    let server = try ScriptedServer { _ in
      ScriptedServer.answer(headers: ["Content-Encoding: gzip"], body: bombOfAMillion)
    }
    let error = await #expect(throws: HTTPTransportError.self) {
      try await LibcurlTransport(.init(bodyBytes: 999_999, inflationRatio: 2_000))
        .send(TransportRequest(url: server.url()))
    }
    #expect(error?.kind == .answerTooLarge)
  }
}
