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

  /// The report as one object on a line.
  ///
  /// - Throws: That it cannot be written.
  func json() throws(CommandError) -> JSONLine {
    do {
      let form = Form(
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
      return JSONLine(escaping: String(decoding: try JSONCoding.encode(form), as: UTF8.self))
    } catch {
      throw CommandError(.failure, "The report cannot be written as JSON.")
    }
  }

  private struct Form: Encodable {
    struct Part: Encodable {
      let name: String
      let mark: String
      let text: String
      let advice: [String]
      let facts: [String: String]
      let numbers: [String: Double]

      init(_ check: Check) {
        name = check.name
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
