package import JSON
internal import TrustLimits

/// The difference of two JSON values as a merge patch.
///
/// A patch lists the members that changed, and null for those that are gone; a list that changed is
/// whole. See RFC 7386, https://www.rfc-editor.org/rfc/rfc7386.
package enum MergePatch {
  /// The patch from one object to another; nil if they are the same.
  package static func difference(from old: JSONObject, to new: JSONObject) -> JSONObject? {
    var patch = JSONObject()
    let places = old.places
    for (name, value) in new {
      guard let before = places[name].map({ old.members[$0].value }) else {
        patch.append(name, value)
        continue
      }
      guard before != value else { continue }
      if let from = before.object, let to = value.object {
        patch.append(name, .object(difference(from: from, to: to) ?? JSONObject()))
      } else {
        patch.append(name, value)
      }
    }
    let names = Set(new.names)
    for name in old.names where !names.contains(name) { patch.append(name, .null) }
    return patch.isEmpty ? nil : patch
  }

  /// Applies a patch to an object, which gets no more members than one object of a file may have.
  package static func apply(_ patch: JSONObject, to object: inout JSONObject) {
    var places = object.places
    var members = object.members.enumerated().map { place, member in
      places[member.name] == place ? member : nil
    }
    for (name, value) in patch {
      let place = places[name]
      var value = value
      switch value {
      case .null:
        if let place { members[place] = nil }
        places[name] = nil
        continue
      case .object(let change):
        var member = place.flatMap { members[$0]?.value.object } ?? JSONObject()
        apply(change, to: &member)
        value = .object(member)
      default: break
      }
      if let place {
        members[place]?.value = value
      } else if places.count < Limits.Response.jsonMembers {
        places[name] = members.count
        members.append((name, value))
      }
    }
    object = JSONObject(members.compactMap(\.self))
  }
}

extension JSONObject {
  /// The place of each member by its name, because lookup by name is linear.
  fileprivate var places: [String: Int] {
    Dictionary(zip(names, members.indices)) { _, last in last }
  }
}

extension JSONObject {
  /// The number of values in it, including itself.
  var valueCount: Int { reduce(1) { $0 + $1.value.valueCount } }
}

extension JSONTree {
  fileprivate var valueCount: Int {
    switch self {
    case .object(let object): object.valueCount
    case .list(let values): values.reduce(1) { $0 + $1.valueCount }
    case .null, .flag, .number, .integer, .text: 1
    }
  }

  /// The value without members that are null, which a merge patch cannot express.
  var withoutNulls: JSONTree {
    switch self {
    case .object(let object):
      .object(
        JSONObject(object.compactMap { $0.value == .null ? nil : ($0.name, $0.value.withoutNulls) })
      )
    case .list(let values): .list(values.map(\.withoutNulls))
    case .null, .flag, .number, .integer, .text: self
    }
  }
}
