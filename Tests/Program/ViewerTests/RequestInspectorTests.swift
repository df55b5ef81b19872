import CellGrid
import FleetEngine
import HTTPMessages
import JSON
import RidesharingConsumer
import TestSupport
import Testing
import TrustLimits

@testable import Viewer

@Suite(.blocking) struct `The request inspector` {
  private static let url = HTTPURL(
    scheme: .https, host: "fleetengine.googleapis.com",
    path: "/v1/providers/demo-project/trips/ride-2041",
    query: [.init("routeFormatType", "LAT_LNG_LIST_TYPE")])

  private func exchange(
    _ body: String, status: Int = 200, url: HTTPURL = Self.url, bytes: Int? = nil
  ) -> RecordedExchange {
    RecordedExchange(
      method: .get, url: url, requestHeaders: ["Accept": "application/json"], status: status,
      headers: ["Content-Type": "application/json"], body: Array(body.utf8),
      bodyBytes: bytes ?? body.utf8.count)
  }

  private func poll(_ exchange: RecordedExchange?, second: Int64 = 0) -> PollRecord {
    var poll = PollRecord(
      time: SampleRide.wall + .seconds(second), code: .ok, duration: .milliseconds(84))
    poll.exchange = exchange
    return poll
  }

  /// A view with some polls, the last body the newest.
  private func view(_ bodies: [String], columns: Int = 120, rows: Int = 40) -> SampleView {
    var view = SampleView(.pickup, columns: columns, rows: rows)
    view.state.ride.polling.recentPolls = bodies.enumerated().map { index, body in
      poll(exchange(body), second: Int64(index * 5))
    }
    return view
  }

  private func lines(_ new: String, since old: String) -> [String] {
    let document = ExchangeDocument(poll(exchange(new)), since: poll(exchange(old)))
    return document.lines.compactMap { line in
      let text = line.text.drop { $0 == " " }
      return switch line.mark {
      case .same: nil
      case .added: "+ " + text
      case .changed: "~ " + text
      case .removed: "- " + text
      }
    }
  }

  @Test func `The request inspector lists the polls, opens one, and goes back to its line`() {
    var view = view([#"{"a":1}"#, #"{"a":2}"#, #"{"a":3}"#])
    #expect(view.press("I").isEmpty)
    #expect(view.text.contains("Enter opens, y copies as curl, Esc closes"))
    view.press(.down)
    view.press(.enter)
    #expect(view.text.contains(#"~       "a": 2  was 1"#))
    #expect(view.text.contains("Since the previous request: 1 changed."))
    view.press(.escape)
    #expect(view.state.openList?.position.selected == 1)
    view.press(.escape)
    #expect(view.state.layers.isEmpty)
  }

  @Test func `The request inspector shows an entry of a server's log without a request of its own`()
  {
    func entry(_ body: String) -> RecordedExchange {
      RecordedExchange(method: .get, url: Self.url, body: Array(body.utf8), isLogEntry: true)
    }
    var view = view([])
    view.state.ride.polling.recentPolls = [
      poll(entry(#"{"jsonPayload":{"request":{"a":1},"token":"x"}}"#)),
      poll(entry(#"{"jsonPayload":{"request":{"a":2},"token":"y"}}"#), second: 5),
    ]
    view.press("I")
    view.press(.enter)
    #expect(view.text.contains(#"~       "a": 2  was 1"#))
    #expect(view.text.contains("Log entry of "))
    #expect(view.text.contains(#""token": "…""#) && !view.text.contains("Authorization"))
    let copied = view.press("y")
    #expect(copied == [.copyCommand(ShellCommand(repeating: entry("")))])
  }

  @Test func `The request inspector keeps the selected request while others arrive`() {
    var view = view([#"{"a":1}"#, #"{"a":2}"#])
    view.press("I")
    view.press(.down)
    view.answer(SampleRide.toPickup, after: 5)
    view.answer(SampleRide.toPickup, after: 5)
    #expect(view.state.openList?.position.selected == 3)
    view.press(.enter)
    #expect(view.text.contains(#"{"a":1}"#))
    view.answer(SampleRide.toPickup, after: 5)
    #expect(view.text.contains(#"{"a":1}"#))
    view.press(.escape)
    #expect(view.state.openList?.position.selected == 4)
  }

  @Test func `The request inspector marks changed, added and removed members and elements`() {
    #expect(lines(#"{"a":1,"b":"x"}"#, since: #"{"a":1,"b":"x"}"#).isEmpty)
    #expect(
      lines(#"{"a":2,"b":[1,2,3],"d":{"e":true}}"#, since: #"{"a":1,"b":[1,3],"c":null}"#) == [
        #"~ "a": 2,  was 1"#, "+ 2,", #"+ "d": {"e":true},"#, #"- "c": null"#,
      ])
    #expect(lines("[1,2]", since: "[1]") == ["+ 2"])
    #expect(lines("[]", since: "[1]") == ["- 1"])
    #expect(lines(#"{"a":[]}"#, since: #"{"a":{}}"#) == [#"~ "a": []  was {}"#])
  }

  @Test func `The request inspector goes to the next difference and around`() {
    let old = (0..<80).map { #""m\#($0)":\#($0)"# }.joined(separator: ",")
    let new = old.replacing(#""m10":10"#, with: #""m10":0"#)
      .replacing(#""m70":70"#, with: #""m70":0"#)
    var view = view(["{\(old)}", "{\(new)}"])
    view.press("I")
    view.press(.enter)
    #expect(!view.text.contains("was 70"))
    view.press("n")
    #expect(view.text.contains("was 10"))
    view.press("n")
    #expect(view.text.contains("was 70"))
    view.press("n")
    #expect(view.text.contains("was 10"))
  }

  @Test func `The request inspector copies a request as curl without the token`() async throws {
    var view = view([#"{"a":1}"#])
    view.press("I")
    let commands = view.press("y")
    view.press(.enter)
    #expect(view.press("y") == commands)
    guard case .copyCommand(let command) = try #require(commands.first) else {
      Issue.record("\(commands)")
      return
    }
    let text = try #require(command.safeWords).map(\.description).joined(separator: " ")
    #expect(
      text == #"curl -H "Authorization: Bearer $TOKEN" -H 'Accept: application/json' -G "#
        + "--data-urlencode routeFormatType=LAT_LNG_LIST_TYPE "
        + "https://fleetengine.googleapis.com/v1/providers/demo-project/trips/ride-2041"
    )
  }

  @Test(arguments: [
    "'; rm -rf ~; '", "$(id)", "`id`", "a\\'b", "\"$HOME\"", "x && y", "$TOKEN", "!!", "a|b>c",
  ]) func `The request inspector quotes each character that a shell interprets`(_ hostile: String) {
    var url = Self.url
    url.path = "/v1/providers/p/trips/" + hostile
    url.query = [.init("header.traceId", hostile)]
    let words = ShellCommand(repeating: exchange("{}", url: url)).words
    #expect(words[2] == #""Authorization: Bearer $TOKEN""#)
    for word in words.dropFirst(3) {
      // Outside of single quotes there are only plain characters and escaped ones.
      var (isQuoted, isEscaped, outside) = (false, false, "")
      for letter in word {
        switch letter {
        case _ where isEscaped: isEscaped = false
        case "\\" where !isQuoted: isEscaped = true
        case "'": isQuoted.toggle()
        default: if !isQuoted { outside.append(letter) }
        }
      }
      #expect(!isQuoted && !isEscaped)
      #expect(
        outside.utf8.allSatisfy { "._~@+=:,/-".utf8.contains($0) || ($0 >= 0x30 && $0 < 0x7B) })
      #expect(outside.allSatisfy { !"<>;\\`$&|!\"".contains($0) }, "\(word)")
    }
  }

  @Test func `The request inspector refuses to copy what cleaning would change`() {
    var url = Self.url
    url.query = [.init("header.traceId", "a\u{1B}]52;c;x\u{7}b")]
    #expect(ShellCommand(repeating: exchange("{}", url: url)).safeWords == nil)
    url.query = (0..<200).map { .init("header.\($0)", String(repeating: "x", count: 40)) }
    #expect(ShellCommand(repeating: exchange("{}", url: url)).safeWords == nil)
  }

  @Test func `The request inspector leaves secret parameters out of the screen and the copy`() {
    var url = Self.url
    url.query.append(.init("key", RecordedExchange.secretMark))
    var view = SampleView(.pickup, columns: 120, rows: 40)
    view.state.ride.polling.recentPolls = [poll(exchange("{}", url: url))]
    view.press("I")
    view.press(.enter)
    #expect(view.text.contains(#""key":"…""#))
    #expect(view.text.contains(#""Authorization":"…""#))
    let words = ShellCommand(repeating: exchange("{}", url: url)).words
    #expect(!words.contains { $0.contains("key") })
  }

  @Test func `The request inspector masks tokens and keys that a response repeats`() {
    let jwt = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhYmMifQ.c2lnbmF0dXJl"
    let body = """
      {"echo":"sent \(jwt) back","accessToken":"hunter2","list":["Bearer abc.def"],\
      "google":"ya29.a0AfH6SMBxxxxxxxxxxxxxxxx","\(jwt)":1}
      """
    for text in [body, body + "}"] {
      let document = ExchangeDocument(poll(exchange(text)), since: nil)
      let shown = document.lines.map(\.text).joined()
      for secret in ["eyJ", "c2lnbmF0dXJl", "abc.def", "a0AfH6"] {
        #expect(!shown.contains(secret))
      }
      if text == body { #expect(!shown.contains("hunter2")) }
    }
  }

  @Test(arguments: [
    "{\"a\":\"\\u001b]52;c;eA==\\u0007\\u009b31m\"}", "\u{1B}[2J\u{1B}]0;x\u{7}{",
    "\u{9B}31m\u{202E}",
    "{\"\\u001b[31m\":1}", "}}}}]]]", String(repeating: "[", count: 20_000), "", "null", "\"x\"",
    "{\"a\":1e999,\"b\":-0.0}",
  ])
  func `The request inspector shows any response without control characters`(_ body: String) {
    for (columns, rows) in [(120, 40), (50, 30), (20, 5), (1, 1)] {
      var view = view([#"{"a":1}"#, body], columns: columns, rows: rows)
      view.press("I")
      view.press(.enter)
      for _ in 0..<3 {
        let scalars = view.text.unicodeScalars
        #expect(
          !scalars.contains { $0.value < 0x20 && $0 != "\n" || (0x7F..<0xA0).contains($0.value) })
        view.press("n")
      }
      view.press(.end)
      _ = view.text
    }
  }

  @Test func `The request inspector bounds the lines of a large response`() {
    let numbers = (0..<6_000).map { "\($0)" }.joined(separator: ",")
    let document = ExchangeDocument(poll(exchange("[\(numbers)]")), since: poll(exchange("[1]")))
    #expect(document.lines.count == Limits.Response.shownLines)
    #expect(document.summary.contains("Cut after 5000 lines."))
    let cut = exchange(String(repeating: "x", count: 65_536), bytes: 10_485_760)
    let start = ExchangeDocument(poll(cut), since: poll(exchange("{}")))
    #expect(start.summary.contains("The first 64.0 KiB of"))
    #expect(start.lines.allSatisfy { $0.mark == .same || !$0.text.isEmpty })
  }

  @Test func `The request inspector shows why there is no response, and says if nothing is known`()
  {
    var view = SampleView(.pickup, columns: 120, rows: 40)
    let failure = RecordedExchange(method: .get, url: Self.url, failure: "connection refused")
    view.state.ride.polling.recentPolls = [poll(nil), poll(failure, second: 5)]
    view.press("I")
    view.press(.enter)
    #expect(view.text.contains(#""failure": "connection refused""#))
    view.press(.escape)
    view.press(.down)
    #expect(view.press(.enter).isEmpty)
    #expect(view.text.contains("This request was not recorded."))
    #expect(view.press("y").isEmpty)
  }

  @Test(arguments: [(120, 40), (80, 24), (50, 30), (40, 12), (20, 5), (3, 3), (1, 1)])
  func `The request inspector fits every size`(_ columns: Int, rows: Int) {
    let body = #"{"route":[{"latitude":45.1,"longitude":9.2},{"latitude":45.2,"longitude":9.3}]}"#
    var view = view([body, body.replacing("45.2", with: "45.3")], columns: columns, rows: rows)
    view.press("I")
    for _ in 0..<2 {
      #expect(view.canvas(notes: DrawingNotes()).notes?.misfits.isEmpty ?? false)
      view.press(.enter)
    }
  }
}
