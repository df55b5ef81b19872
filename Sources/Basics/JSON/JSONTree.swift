/// A JSON value.
package enum JSONTree: Sendable, Equatable {
  case null
  case flag(Bool)
  case number(Double)
  /// An integer that a `Double` cannot represent exactly.
  case integer(Int64)
  case text(String)
  case list([JSONTree])
  case object(JSONObject)

  /// The text; nil for any other kind.
  package var text: String? { if case .text(let text) = self { text } else { nil } }

  /// The elements of a list; nil for any other kind.
  package var list: [JSONTree]? { if case .list(let values) = self { values } else { nil } }

  /// The members of an object; nil for any other kind.
  package var object: JSONObject? { if case .object(let object) = self { object } else { nil } }

  /// The nearest number; nil for any other kind.
  package var number: Double? {
    switch self {
    case .number(let number): number
    case .integer(let integer): Double(integer)
    case .null, .flag, .text, .list, .object: nil
    }
  }

  /// The member of an object; nil for any other kind.
  package subscript(_ name: String) -> JSONTree? { object?[name] }

  /// The value at a path through objects.
  package func value(at path: some Collection<String>) -> JSONTree? {
    guard let name = path.first else { return self }
    return self[name]?.value(at: path.dropFirst())
  }

  /// Sets the value at a path through objects; nil removes it.
  package mutating func set(_ value: JSONTree?, at path: some Collection<String>) {
    guard let name = path.first else {
      self = value ?? .null
      return
    }
    var object = object ?? JSONObject()
    if path.count == 1 {
      object[name] = value
    } else if value != nil || object[name] != nil {
      var member = object[name] ?? .object(JSONObject())
      member.set(value, at: path.dropFirst())
      object[name] = member
    }
    self = .object(object)
  }
}

/// The members of a JSON object, in order.
///
/// Lookup is linear and finds the last of several members with the same name.
package struct JSONObject: Sendable, Sequence, ExpressibleByDictionaryLiteral {
  package typealias Member = (name: String, value: JSONTree)

  package private(set) var members: [Member]

  package init(_ members: [Member] = []) { self.members = members }

  package init(dictionaryLiteral members: (String, JSONTree)...) {
    self.members = members.map { (name: $0, value: $1) }
  }

  package var isEmpty: Bool { members.isEmpty }
  package var names: [String] { members.map(\.name) }

  package subscript(_ name: String) -> JSONTree? {
    get { members.last { $0.name == name }?.value }
    set {
      if let newValue, let index = members.lastIndex(where: { $0.name == name }) {
        members[index].value = newValue
      } else {
        members.removeAll { $0.name == name }
        if let newValue { members.append((name, newValue)) }
      }
    }
  }

  /// Appends a member without looking for one of the same name.
  package mutating func append(_ name: String, _ value: JSONTree) { members.append((name, value)) }

  package func makeIterator() -> IndexingIterator<[Member]> { members.makeIterator() }

  /// The members sorted by name; of several members with the same name only the last.
  package var sorted: [Member] { Self.sorted(members) }

  static func sorted<Value>(
    _ members: [(name: String, value: Value)]
  ) -> [(name: String, value: Value)] {
    guard zip(members, members.dropFirst()).contains(where: { $0.name >= $1.name }) else {
      return members
    }
    let sorted = members.enumerated().sorted {
      ($0.element.name, $0.offset) < ($1.element.name, $1.offset)
    }
    return sorted.indices.compactMap { index in
      let member = sorted[index].element
      let isLast = index + 1 == sorted.count || sorted[index + 1].element.name != member.name
      return isLast ? member : nil
    }
  }
}

extension JSONObject: Equatable {
  /// Compares the members in any order.
  package static func == (one: JSONObject, two: JSONObject) -> Bool {
    let (first, second) = (one.sorted, two.sorted)
    return first.count == second.count
      && zip(first, second).allSatisfy { $0.name == $1.name && $0.value == $1.value }
  }
}
