internal import FleetEngine
internal import JSON
internal import HTTPMessages
internal import Viewer

/// What the doctor found, for people and for programs.
struct DoctorReport: Sendable {
  /// The version of the report's form for programs, to which members are only added.
  static let version = 1

  let checks: [Check]
  let settings: [ReportedSetting]
  let time: Timestamp
  /// What was asked about; nil for nothing.
  let asked: FollowedTrips?

  /// The status to end with: that of the first thing that failed.
  var status: ExitStatus { checks.first { $0.mark == .failed }?.status ?? .success }

  /// The report as programs read it.
  var form: Form {
    Form(
      v: Self.version,
      type: "doctor",
      time: Timestamp(seconds: time.seconds).description,
      trip: asked.flatMap { if case .one(let name) = $0 { name.description } else { nil } },
      vehicle: asked?.vehicle?.description,
      version: HelpText.version,
      status: status.rawValue,
      checks: checks.map(Form.Part.init),
      settings: settings.map(Form.Value.init)
    )
  }

  struct Form: Encodable {
    struct Part: Encodable {
      let name: String
      let mark: String
      let text: String
      let advice: [String]
      let facts: [String: String]
      let numbers: [String: Double]

      init(_ check: Check) {
        name = check.id.rawValue
        mark = check.mark.rawValue
        text = check.sentence
        advice = check.advice
        let texts = check.facts.filter { $0.number == nil }
        facts = Dictionary(texts.map { ($0.key, $0.value) }) { $1 }
        let numbers = check.facts.compactMap { fact in fact.number.map { (fact.key, $0) } }
        self.numbers = Dictionary(numbers.filter { $0.1.isFinite }) { $1 }
      }
    }

    struct Value: Encodable {
      let key: String
      let value: String?
      let origin: String

      init(_ setting: ReportedSetting) {
        (key, value) = (setting.key, setting.value)
        origin = setting.origin.description
      }
    }

    let v: Int
    let type: String
    let time: String
    let trip: String?
    let vehicle: String?
    let version: String
    let status: Int32
    let checks: [Part]
    let settings: [Value]
  }
}

/// One thing that the doctor looked at, and what it found.
struct Check: Sendable {
  /// The checks in the order in which they are made; trips have the same one.
  enum ID: String, CaseIterable, Sendable {
    case configuration
    case authorities
    case program
    case paths
    case terminal
    case server
    case certificate
    case clock
    case tokens
    case trip
    case vehicle

    /// Whether it is only named where it has passed.
    var isBriefIfPassed: Bool {
      switch self {
      case .configuration, .program, .paths, .terminal, .certificate, .clock: true
      case .authorities, .server, .tokens, .trip, .vehicle: false
      }
    }
  }

  /// What it came to.
  enum Mark: String, Sendable {
    case ok
    /// It works, and may not for long or not as it should.
    case warning
    case failed
    /// It could not be looked at, or there was no need to.
    case skipped
  }

  /// Something that was found, for people and for programs.
  struct Fact: Sendable {
    /// Its name for programs.
    let key: String
    /// Its name for people.
    let label: String
    /// What it is, not yet cleaned.
    let value: String
    /// What it is as a number, where it is one.
    var number: Double?
    /// Whether only the long report shows it with a failure.
    var isDetail = false

    init(
      _ key: String,
      _ label: String,
      _ value: String,
      number: Double? = nil,
      isDetail: Bool = false
    ) {
      (self.key, self.label, self.value) = (key, label, value)
      (self.number, self.isDetail) = (number, isDetail)
    }

    /// A length of time.
    init(_ key: String, _ label: String, milliseconds duration: Duration) {
      let number = duration / .milliseconds(1)
      self.init(
        key + "_ms",
        label,
        "\(Int(number.rounded())) ms",
        number: number,
        isDetail: true
      )
    }
  }

  let id: ID
  var mark: Mark
  /// What was found, in a sentence that is not yet cleaned.
  var sentence: String
  /// What to do about it, sentence by sentence.
  var advice: [String]
  var facts: [Fact]
  /// The status that the program ends with where it failed.
  var status: ExitStatus

  init(
    _ id: ID,
    _ mark: Mark,
    _ sentence: String,
    advice: [String] = [],
    facts: [Fact] = [],
    status: ExitStatus = .failure
  ) {
    self.id = id
    self.mark = mark
    self.sentence = sentence
    self.advice = advice
    self.facts = facts
    self.status = status
  }

  /// A check that another's failure keeps from being made; `trouble` is the end of a sentence.
  static func notMade(_ id: ID, _ trouble: String) -> Check {
    Check(id, .skipped, "Not checked, as \(trouble).")
  }
}
