internal import FleetEngine

struct DoctorReport: Sendable {
  let checks: [Check]
  let settings: [ReportedSetting]
  let time: Timestamp
  let target: FollowedTrips?

  /// The exit status: that of the first failed check.
  var status: ExitStatus { checks.first { $0.mark == .failed }?.status ?? .success }

  /// The report as JSON, to which members are only added.
  var record: JSONRecord {
    var record = JSONRecord("doctor", at: time)
    record["trip"] = if case .one(let name)? = target { name.description } else { String?.none }
    record["vehicle"] = target?.vehicle?.description
    record["version"] = HelpText.version
    record["status"] = status.rawValue
    record["checks"] = checks.map(\.record)
    record["settings"] = settings.map { setting in
      var record = JSONRecord()
      record["key"] = setting.key
      record["value"] = setting.value
      record["origin"] = setting.origin.description
      return record
    }
    return record
  }
}

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
    var isBriefIfPassed: Bool { ![.authorities, .server, .tokens, .trip, .vehicle].contains(self) }
  }

  enum Mark: String, Sendable {
    case ok
    /// Something works, but perhaps not for long or not as intended.
    case warning
    case failed
    /// The check was impossible or unnecessary.
    case skipped
  }

  struct Fact: Sendable {
    /// The name for programs.
    let key: String
    /// The name for people.
    let label: String
    /// The value, not yet cleaned.
    let value: String
    var number: Double?
    /// Whether only the long report shows the fact of a failed check.
    var isDetail = false

    init(
      _ key: String, _ label: String, _ value: String, number: Double? = nil, isDetail: Bool = false
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
  let advice: [String]
  let facts: [Fact]
  let status: ExitStatus

  init(
    _ id: ID, _ mark: Mark, _ sentence: String, advice: [String] = [], facts: [Fact] = [],
    status: ExitStatus = .failure
  ) {
    (self.id, self.mark, self.sentence, self.advice) = (id, mark, sentence, advice)
    (self.facts, self.status) = (facts, status)
  }

  var record: JSONRecord {
    var record = JSONRecord()
    record["name"] = id.rawValue
    record["mark"] = mark.rawValue
    record["text"] = sentence
    record["advice"] = advice
    let texts = facts.filter { $0.number == nil }.map { ($0.key, $0.value) }
    record["facts"] = Dictionary(texts) { $1 }
    let numbers = facts.compactMap { fact in fact.number.map { (fact.key, $0) } }
    record["numbers"] = Dictionary(numbers.filter { $0.1.isFinite }) { $1 }
    return record
  }
}
