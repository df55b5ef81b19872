import Geo
import TestSupport
import Testing

@testable import RidealongCLI

@Suite(.limited) struct `A command line` {
  private static let options: [Option] = [.serviceAccount, .once, .speed, .maximumGap]

  private func parse(_ line: String) throws(CommandError) -> Arguments {
    try Arguments(line.split(separator: " ").map(String.init), options: Self.options)
  }

  @Test(arguments: [
    "x --once --speed 3", "--speed 3 x --once", "--speed=3 --once x", "--once --speed 3 -- x",
  ]) func `A command line's options may be in any order`(line: String) throws {
    let arguments = try parse(line)
    #expect(arguments.positionals == ["x"])
    #expect(arguments.has(.once))
    #expect(arguments[.speed] == "3")
    #expect(!arguments.has(.serviceAccount))
  }

  @Test func `A command line keeps the order of repeated options`() throws {
    let line = ["--via", "1,2", "--via=-3,4.5", "--via", "1,2"]
    let arguments = try Arguments(line, options: [.via])
    #expect(arguments.all(.via) == ["1,2", "-3,4.5", "1,2"])
    let places = try arguments.coordinates(.via)
    #expect(places.map(\.latitude) == [1, -3, 1])
    #expect(try Arguments([], options: [.via]).coordinates(.via).isEmpty)
  }

  @Test func `A command line treats everything after two dashes as arguments`() throws {
    #expect(try parse("-- --once -x -").positionals == ["--once", "-x", "-"])
  }

  @Test(arguments: [
    ("--onse", "Did you mean --once?"), ("--zzzzzzzzzz", "unknown option --zzzzzzzzzz."),
    ("-x", "unknown option -x."), ("--once=1", "--once takes no value."),
    ("--speed", "--speed needs a value: --speed N."),
    ("--speed --once", "--speed needs a value: --speed N."),
    ("--speed=", "--speed needs a value: --speed N."),
    ("--speed 1 --speed 2", "--speed is given twice."),
  ])
  func `An invalid command line is refused with the reason`(
    line: String,
    message: String
  ) throws {
    let error = #expect(throws: CommandError.self) { try parse(line) }
    #expect(error?.status == .usage)
    #expect(error?.message.contains(message) == true)
  }

  @Test(arguments: [("1", 1.0), ("2.5", 2.5), ("20", 20.0), ("020", 20.0)])
  func `A command line holds numbers`(text: String, number: Double) throws {
    #expect(try parse("--speed \(text)").number(.speed) == number)
  }

  @Test(arguments: ["21", "0", "0.99", "-1", "nan", "inf", "0x10", "1e1", "1.2.3", ".", "two", "٣"])
  func `A command line refuses an invalid or out-of-range number`(text: String) throws {
    let arguments = try parse("--speed=\(text)")
    let error = #expect(throws: CommandError.self) { try arguments.number(.speed) }
    #expect(error?.message == "--speed \(text) is not a number from 1 to 20.")
  }

  @Test(arguments: [
    ("10", 10), ("10s", 10), ("2m", 120), ("1h", 3_600), ("1.5m", 90), ("0", 0), ("0s", 0),
  ]) func `A command line holds times`(text: String, seconds: Int) throws {
    let time = try parse("--max-gap \(text)").duration(ifSet: .maximumGap)
    #expect(time == .seconds(seconds))
  }

  @Test(arguments: ["-1s", "s", "25h", "1d", "1 s", "nan", "infs", "1e999", "99999999999999999h"])
  func `A command line refuses an invalid or out-of-range time`(text: String) throws {
    let arguments = try Arguments(["--max-gap=\(text)"], options: Self.options)
    let error = #expect(throws: CommandError.self) { try arguments.duration(ifSet: .maximumGap) }
    #expect(error?.message == "--max-gap \(text) is not a time from 0s to 24h, such as 10s.")
  }

  @Test(arguments: [
    ("48.2082,16.3738", 48.2082, 16.3738), ("-33.86,151.2", -33.86, 151.2), ("0,-0.5", 0, -0.5),
    ("90,-180", 90, -180),
  ]) func `A command line holds places`(text: String, latitude: Double, longitude: Double) throws {
    let arguments = try Arguments(["--my-location", text], options: [.myLocation])
    #expect(
      try arguments.coordinate(.myLocation) == Coordinate(latitude: latitude, longitude: longitude))
    #expect(try Arguments([], options: [.myLocation]).coordinate(.myLocation) == nil)
  }

  @Test(arguments: [
    ("48.2", "expected LAT,LNG in degrees"), ("48.2,", "expected LAT,LNG in degrees"),
    (",16", "expected LAT,LNG in degrees"), ("1,2,3", "expected LAT,LNG in degrees"),
    ("48.2 16.3", "expected LAT,LNG in degrees"), ("48.2, 16.3", "expected LAT,LNG in degrees"),
    ("--48,16", "expected LAT,LNG in degrees"), ("nan,inf", "expected LAT,LNG in degrees"),
    ("1e1,0", "expected LAT,LNG in degrees"), ("90.01,0", "the latitude comes first"),
    ("16,180.5", "the latitude comes first"), ("151.2,-33.86", "the latitude comes first"),
  ]) func `A command line refuses an invalid place`(text: String, why: String) throws {
    let arguments = try Arguments(["--my-location=\(text)"], options: [.myLocation])
    let error = #expect(throws: CommandError.self) { try arguments.coordinate(.myLocation) }
    #expect(error?.status == .usage)
    #expect(error?.message.hasPrefix("--my-location \(text) is not a place: ") == true)
    #expect(error?.message.contains(why) == true)
  }

  @Test func `A command line has the arguments that a command expects`() throws {
    let arguments = try parse("a b")
    try arguments.expect(["an A", "a B"], for: "test")
    #expect(throws: CommandError.usage("ridealong test needs a C.")) {
      try arguments.expect(["an A", "a B", "a C"], for: "test")
    }
    #expect(throws: CommandError.usage("unexpected argument b of ridealong test.")) {
      try arguments.expect(["an A"], for: "test")
    }
  }
}

@Suite(.limited) struct `Suggested words` {
  @Test(arguments: [
    ("folow", "follow"), ("demmo", "demo"), ("replaylog", "replay-log"), ("tokn", "token"),
  ]) func `The most similar word is suggested`(word: String, command: String) {
    #expect(Spelling.nearest(to: word, among: Command.all.map(\.name)) == command)
  }

  @Test(arguments: ["", "x", "ride-2041", String(repeating: "follow", count: 1_000)])
  func `No word is suggested if none is similar`(word: String) {
    #expect(Spelling.nearest(to: word, among: Command.all.map(\.name)) == nil)
  }

  @Test(arguments: [
    ("drak", "dark"), ("DARK", "dark"), ("high", "high-contrast"),
    ("contrast", "high-contrast"),
  ]) func `The values of an option are suggested`(word: String, theme: String) {
    let themes = ["auto", "dark", "light", "high-contrast", "mono"]
    #expect(Spelling.question(word, among: themes) == " Did you mean \(theme)?")
  }

  @Test func `Several words with the same beginning are suggested`() {
    let words = StatusWord.all.map(StatusWord.word(of:))
    #expect(
      Spelling.question("arrived", among: words)
        == " Did you mean arrived-at-pickup or arrived-at-intermediate-destination?")
    #expect(
      Spelling.question("pickup", among: words).contains("enroute-to-pickup or arrived-at-pickup"))
    #expect(Spelling.question("xy", among: words).isEmpty)
  }

  @Test(arguments: [
    ("", "abc", 3), ("abc", "abc", 0), ("abc", "abd", 1), ("ab", "ba", 1), ("drak", "dark", 1),
  ]) func `The distance of two words is the number of changes`(
    one: String, other: String, distance: Int
  ) {
    #expect(Spelling.distance(one, other) == distance)
    #expect(Spelling.distance(other, one) == distance)
  }
}

@Suite(.limited) struct `Switches of the configuration` {
  @Test(arguments: [
    ("--no-auto", Option.noAuto, true), ("--auto", .noAuto, false),
    ("--reduced-motion", .reducedMotion, true), ("--no-reduced-motion", .reducedMotion, false),
  ]) func `A switch of the configuration can be turned on and off`(
    word: String, option: Option, isOn: Bool
  ) throws {
    let arguments = try Arguments([word, word], options: Option.map, takesOpposites: true)
    #expect(arguments.has(option) == isOn)
    #expect(arguments.setting(option) == Setting([], isOn: isOn, from: .flag))
  }

  @Test func `A switch of the configuration cannot be both on and off`() {
    #expect(throws: CommandError.usage("--no-auto and --auto cannot be combined.")) {
      try Arguments(["--auto", "--no-auto"], options: Option.map, takesOpposites: true)
    }
  }

  @Test(arguments: [["--once", "--no-once"], ["--no-backend", "--backend"]])
  func `A switch can be turned off only if a configuration can turn it on`(words: [String]) {
    #expect(throws: CommandError.self) { try Arguments(words, options: Option.emulator + [.once]) }
    #expect(Option.once.opposite == nil)
  }
}
