internal import FleetEngine
internal import Viewer

/// The result of the doctor's checks.
struct DoctorReport: Sendable {
  let checks: [Check]
  let settings: [ReportedSetting]
  let time: Timestamp
  /// The trips or the vehicle of the command line.
  let target: FollowedTrips?

  /// The exit status: that of the first failed check.
  var status: ExitStatus { checks.first { $0.mark == .failed }?.status ?? .success }

  /// The report as JSON, to which members are only added.
  struct Form: Encodable {
    struct Part: Encodable {
      let name: String
      let mark: String
      let text: String
      let advice: [String]
      let facts: [String: String]
      let numbers: [String: Double]

      init(_ check: Check) {
        (name, mark) = (check.id.rawValue, check.mark.rawValue)
        (text, advice) = (check.sentence, check.advice)
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
    }

    let v = 1
    let type = "doctor"
    let time: String
    let trip: String?
    let vehicle: String?
    let version = HelpText.version
    let status: Int32
    let checks: [Part]
    let settings: [Value]

    init(_ report: DoctorReport) {
      time = Timestamp(seconds: report.time.seconds).description
      trip = if case .one(let name)? = report.target { name.description } else { nil }
      vehicle = report.target?.vehicle?.description
      status = report.status.rawValue
      checks = report.checks.map(Part.init)
      settings = report.settings.map { setting in
        Value(key: setting.key, value: setting.value, origin: setting.origin.description)
      }
    }
  }
}

/// A check with its result.
struct Check: Sendable {
  /// The checks in their order; several trips have the same one.
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

    /// Whether the short report only names the check if it passed.
    var isBriefIfPassed: Bool {
      ![.authorities, .server, .tokens, .trip, .vehicle].contains(self)
    }
  }

  enum Mark: String, Sendable {
    case ok
    /// Something works, but perhaps not for long or not as intended.
    case warning
    case failed
    /// The check was impossible or unnecessary.
    case skipped
  }

  /// A detail, for people and for programs.
  struct Fact: Sendable {
    /// The name for programs.
    let key: String
    /// The name for people.
    let label: String
    /// The value, not yet cleaned.
    let value: String
    /// The value, if it is a number.
    var number: Double?
    /// Whether only the long report shows the fact of a failed check.
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

    init(_ key: String, _ label: String, milliseconds duration: Duration) {
      let number = duration / .milliseconds(1)
      let text = "\(Int(number.rounded())) ms"
      self.init(key + "_ms", label, text, number: number, isDetail: true)
    }
  }

  let id: ID
  let mark: Mark
  /// The result in a sentence, not yet cleaned.
  let sentence: String
  /// What to do about it, one sentence each.
  let advice: [String]
  let facts: [Fact]
  /// The exit status if the check failed.
  let status: ExitStatus

  init(
    _ id: ID,
    _ mark: Mark,
    _ sentence: String,
    advice: [String] = [],
    facts: [Fact] = [],
    status: ExitStatus = .failure
  ) {
    (self.id, self.mark, self.sentence, self.advice) = (id, mark, sentence, advice)
    (self.facts, self.status) = (facts, status)
  }
}
