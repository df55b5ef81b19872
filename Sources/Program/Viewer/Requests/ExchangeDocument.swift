internal import FleetEngine
internal import HTTPMessages
internal import JSON
internal import RidesharingConsumer
internal import TrustLimits

/// A request and its response as lines of JSON, compared with the exchange before it.
struct ExchangeDocument: Equatable {
  typealias Line = JSONDifference.Line

  let poll: PollRecord
  let lines: [Line]
  /// The differences and the parts left out, in sentences.
  let summary: String

  init(_ poll: PollRecord, since former: PollRecord?) {
    self.poll = poll
    guard let exchange = poll.exchange else {
      (lines, summary) = ([], "")
      return
    }
    let old = former?.exchange
    let isComparable = old.map { $0.status == exchange.status && !$0.isCut } ?? false
    let new = Self.tree(exchange)
    var difference = JSONDifference(mostLines: Limits.Response.shownLines)
    difference.add(new, since: isComparable ? old.map { Self.tree($0, fieldsOf: exchange) } : nil)
    lines = difference.lines
    let counts = [
      difference.counts[.changed].map { "\($0) changed" },
      difference.counts[.added].map { "\($0) added" },
      difference.counts[.removed].map { "\($0) removed" },
    ].compactMap { $0 }
    var sentences: [String] = []
    if isComparable {
      sentences.append(
        counts.isEmpty
          ? "As the previous request."
          : "Since the previous request: \(counts.joined(separator: ", ")).")
    }
    if exchange.isCut {
      let (kept, all) = (
        Quantities.bytes(exchange.body.count), Quantities.bytes(exchange.bodyBytes)
      )
      sentences.append("The first \(kept) of \(all).")
    }
    if difference.isCut {
      let count = lines.count
      sentences.append(count == 1 ? "Cut after \(count) line." : "Cut after \(count) lines.")
    }
    summary = sentences.joined(separator: " ")
  }

  /// An exchange as one value, with the header fields of another exchange if they never compare.
  private static func tree(
    _ exchange: RecordedExchange, fieldsOf other: RecordedExchange? = nil
  ) -> JSONTree {
    if exchange.isLogEntry {
      return SecretMask.masked(json(exchange) ?? .list(lines(of: exchange)))
    }
    var url = exchange.url
    let query = url.query.map { item -> JSONObject.Member in (item.name, .text(item.value)) }
    url.query = []
    var request: JSONObject = [
      "method": .text(exchange.method.rawValue), "url": .text(url.description),
    ]
    if !query.isEmpty { request.append("query", .object(JSONObject(query))) }
    let fields = (other ?? exchange).requestHeaders.fields
    let token = TransportHeaders.Field(name: "Authorization", value: RecordedExchange.secretMark)
    request.append("headers", headers([token] + fields))
    var members: [JSONObject.Member] = [("request", .object(request))]
    if let failure = exchange.failure {
      members.append(("failure", .text(failure)))
    } else {
      members.append(("response", .object(response(exchange, fieldsOf: other ?? exchange))))
    }
    return SecretMask.masked(.object(JSONObject(members)))
  }

  private static func response(
    _ exchange: RecordedExchange, fieldsOf other: RecordedExchange
  ) -> JSONObject {
    var response: JSONObject = [
      "status": exchange.status.map { .number(Double($0)) } ?? .null,
      "headers": headers(other.headers.fields),
    ]
    guard !exchange.body.isEmpty else { return response }
    if let body = json(exchange) {
      response.append("body", body)
    } else {
      response.append("text", .list(lines(of: exchange)))
    }
    return response
  }

  /// A whole body as JSON; nil if it is something else.
  private static func json(_ exchange: RecordedExchange) -> JSONTree? {
    let rules = JSONRules.lenient(values: Limits.Response.rememberedBodyBytes)
    return exchange.isCut ? nil : try? JSONTree(parsing: exchange.body, rules: rules)
  }

  private static func headers(_ fields: [TransportHeaders.Field]) -> JSONTree {
    .object(JSONObject(fields.map { ($0.name, .text($0.value)) }))
  }

  /// A body that cannot be read as JSON, in pieces that fit into a line.
  private static func lines(of exchange: RecordedExchange) -> [JSONTree] {
    let longest = 100
    let text = SecretMask.masked(String(decoding: exchange.body, as: UTF8.self))
    return text.split(whereSeparator: \.isNewline).flatMap { line in
      var (pieces, rest): ([JSONTree], Substring) = ([], line)
      repeat {
        pieces.append(.text(String(rest.prefix(longest))))
        rest = rest.dropFirst(longest)
      } while !rest.isEmpty
      return pieces
    }
  }
}

extension RecordedExchange {
  /// Whether only the beginning of the body is known.
  var isCut: Bool { body.count < bodyBytes && bodyBytes > Limits.Response.rememberedBodyBytes }
}
