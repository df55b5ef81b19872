import Foundation

/// The JSON members in docs/json.md, to compare with those of a line.
///
/// A member of an object in another is written `outer.inner`, one of objects in a list
/// `list[].inner`, a text in a list `list[]`, and one whose name is free `outer.*`.
public struct DocumentedMembers {
  /// The start of a table row.
  private static let rowStart = "| `"

  private let sections: [String: Set<String>]

  /// Reads the document.
  public init() throws {
    let path = URL(filePath: packageRoot).appendingPathComponent("docs/json.md")
    var sections: [String: Set<String>] = [:]
    var title = ""
    for line in try String(contentsOf: path, encoding: .utf8).split(separator: "\n") {
      if line.hasPrefix("## ") { title = String(line.dropFirst(3)) }
      guard line.hasPrefix(Self.rowStart) else { continue }
      let name = line.dropFirst(Self.rowStart.count).prefix { $0 != "`" }
      sections[title, default: []].insert(String(name))
    }
    self.sections = sections
  }

  /// The documented members of a kind of line.
  public subscript(type: String) -> Set<String> { sections[type] ?? [] }

  /// The members of a line that its kind's table does not have.
  ///
  /// - Parameters:
  ///   - line: The JSON object.
  ///   - type: The kind of the line; nil for the line's own `type`.
  /// - Returns: The names.
  /// - Throws: An error if the line is not JSON.
  public func unknown(in line: String, type: String? = nil) throws -> Set<String> {
    let (kind, members) = try Self.members(of: line)
    let known = self[type ?? kind]
    return members.filter { name in
      let free = name.split(separator: ".").dropLast().joined(separator: ".") + ".*"
      return !known.contains(name) && !known.contains(free)
    }
  }

  /// The kind of a line and the names of its members.
  public static func members(of line: String) throws -> (type: String, names: Set<String>) {
    let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
    let type = (value as? [String: Any])?["type"] as? String ?? ""
    var names: Set<String> = []
    collect(value, "", into: &names)
    return (type, names)
  }

  private static func collect(_ value: Any, _ path: String, into names: inout Set<String>) {
    switch value {
    case let object as [String: Any]:
      for (key, inner) in object {
        collect(inner, path.isEmpty ? key : "\(path).\(key)", into: &names)
      }
    case let list as [Any]: for inner in list { collect(inner, path + "[]", into: &names) }
    default: names.insert(path)
    }
  }
}
