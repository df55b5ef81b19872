/// A JSON value.
package enum JSONTree: Sendable, Equatable {
  case null
  case flag(Bool)
  case number(Double)
  case text(String)
  case list([JSONTree])
  case object(JSONObject)

  /// The text; nil for any other kind.
  package var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// The number; nil for any other kind.
  package var number: Double? {
    if case .number(let number) = self { number } else { nil }
  }

  /// The elements of a list; nil for any other kind.
  package var list: [JSONTree]? {
    if case .list(let values) = self { values } else { nil }
  }

  /// The members of an object; nil for any other kind.
  package var object: JSONObject? {
    if case .object(let object) = self { object } else { nil }
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
/// Lookup is linear. The last of several members with the same name counts.
package struct JSONObject: Sendable, Sequence, ExpressibleByDictionaryLiteral {
  package typealias Member = (name: String, value: JSONTree)

  package private(set) var members: [Member]

  package init(_ members: [Member] = []) {
    self.members = members
  }

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

  /// Adds a member without looking for one of the same name.
  package mutating func append(_ name: String, _ value: JSONTree) {
    members.append((name, value))
  }

  package func makeIterator() -> IndexingIterator<[Member]> { members.makeIterator() }

  /// The members in the order of their names, each name once.
  package var sorted: [Member] {
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
  /// Compares the members; their order does not matter.
  package static func == (one: JSONObject, two: JSONObject) -> Bool {
    let (first, second) = (one.sorted, two.sorted)
    return first.count == second.count
      && zip(first, second).allSatisfy { $0.name == $1.name && $0.value == $1.value }
  }
}
