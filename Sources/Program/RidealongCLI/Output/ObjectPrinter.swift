internal import CellGrid
internal import JSON
internal import Viewer

/// Prints objects of JSON: a line each, or the chosen members of each as the row of a table.
struct ObjectPrinter {
  /// How objects are printed.
  enum Form: Sendable, Hashable {
    /// Whole objects, a line each.
    case objects
    /// Objects with the chosen members only, a line each.
    case members(MemberColumns)
    /// Rows of CSV.
    case csv(MemberColumns)
    /// A table whose columns are aligned.
    case table(MemberColumns)

    /// The form that `--json`, `--csv` and `--columns` choose; nil without any of them.
    ///
    /// A table has the `standard` columns if none are chosen.
    init?(
      _ arguments: Arguments, _ chosen: MemberColumns?, standard: MemberColumns? = nil
    ) throws(CommandError) {
      try arguments.checkForms()
      let columns = chosen ?? standard
      if arguments.has(.json) {
        self = chosen.map(Self.members) ?? .objects
      } else if arguments.has(.csv) {
        guard let columns else {
          throw .usage("--csv needs --columns, such as --columns trip,status,next.eta.")
        }
        self = .csv(columns)
      } else if let columns {
        self = .table(columns)
      } else {
        return nil
      }
    }
  }

  private let form: Form
  /// The rows of an aligned table, which is printed when it is complete.
  private var rows: [[String]] = []

  /// Creates a printer, and prints the header line of CSV.
  init(_ form: Form) throws(CommandError) {
    self.form = form
    if case .csv(let columns) = form { try Console.print(columns.csv.header) }
    if case .table(let columns) = form { rows = [columns.names] }
  }

  mutating func print(_ object: JSONObject) throws(CommandError) {
    switch form {
    case .objects: try Console.print(JSONLine(object))
    case .members(let columns): try Console.print(JSONLine(columns.part(of: object)))
    case .csv(let columns): try Console.print(columns.csv.line(object))
    case .table(let columns): rows.append(columns.cells(object))
    }
  }

  /// Prints an aligned table unless it has no rows; lines were printed before.
  func finish() throws(CommandError) {
    guard rows.count > 1 else { return }
    try Console.print(whole: TextTable.lines(rows))
  }
}

/// Members of an object by their paths, such as `next.eta`, as the columns of a table.
struct MemberColumns: Sendable, Hashable {
  let names: [String]

  init(_ names: [String]) { self.names = names }

  /// The columns of `--columns`, which must be among the members; nil without the option.
  init?(_ arguments: Arguments, among members: [String]) throws(CommandError) {
    guard let names = try arguments.columns(among: Self.names(of: members)) else { return nil }
    self.init(names)
  }

  /// The names of members and of the objects and lists that contain them, in their order.
  private static func names(of members: [String]) -> [String] {
    var names: [String] = []
    for member in members {
      let path = member.split(separator: "[]", maxSplits: 1)[0].split(separator: ".")
      for length in 1...path.count {
        let name = path.prefix(length).joined(separator: ".")
        if !names.contains(name) { names.append(name) }
      }
    }
    return names
  }

  /// The values of an object as text, in the order of the columns.
  func cells(_ object: JSONObject) -> [String] { names.map { object.value(at: $0)?.cell ?? "" } }

  /// The table as CSV.
  var csv: CSVTable<JSONObject> {
    CSVTable(names.map { name in .init(name) { CSVCell($0.value(at: name)) } })
  }

  /// An object that has only the members of the columns, in objects as before.
  func part(of object: JSONObject) -> JSONObject {
    var part = JSONTree.object([:])
    for name in names {
      if let value = object.value(at: name) { part.set(value, at: JSONObject.path(name)) }
    }
    return part.object ?? [:]
  }
}

extension Arguments {
  /// The names of `--columns` in their order, each a known one; nil without the option.
  func columns(among known: [String]) throws(CommandError) -> [String]? {
    guard let text = self[.columns] else { return nil }
    var names: [String] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let name = part.filter { $0 != " " }
      guard known.contains(name) else {
        let question = Spelling.question(name, among: known)
        guard question.isEmpty else {
          throw .usage("\(Option.columns.name): no member is named \(name).\(question)")
        }
        throw .noChoice(Option.columns.name, name, among: known)
      }
      guard !names.contains(name) else {
        throw .usage("\(Option.columns.name) names \(name) twice.")
      }
      names.append(name)
    }
    return names
  }
}

extension JSONObject {
  fileprivate static func path(_ name: String) -> [String] {
    name.split(separator: ".").map(String.init)
  }

  /// The value at a path such as `next.eta`.
  func value(at path: String) -> JSONTree? { JSONTree.object(self).value(at: Self.path(path)) }
}

extension JSONTree {
  /// The value in a cell of a table: a list of texts with spaces between them, an object as JSON.
  fileprivate var cell: String {
    switch self {
    case .null: return ""
    case .flag(let flag): return flag ? "true" : "false"
    case .number(let number): return Int(exactly: number).map(String.init) ?? "\(number)"
    case .integer(let number): return "\(number)"
    case .text(let text): return text
    case .list(let values) where values.allSatisfy({ $0.list == nil && $0.object == nil }):
      return values.map(\.cell).joined(separator: " ")
    case .list, .object:
      var writer = JSONWriter()
      writer.write(self, sortsMembers: false)
      return String(decoding: writer.bytes, as: UTF8.self)
    }
  }
}

extension CSVCell {
  /// A value of JSON; an empty cell without one.
  init(_ value: JSONTree?) { self = value?.number.map { .number($0) } ?? .text(value?.cell) }
}
