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
  ///
  /// Returns the change of the object's weight. The cost is that of the patch and of the members of the
  /// objects that it changes, each once: of several members of a patch with the same name the last
  /// counts.
  @discardableResult
  package static func apply(_ patch: JSONObject, to object: inout JSONObject) -> Int {
    var growth = 0
    var places = object.places
    var members = object.members.enumerated().map { place, member -> JSONObject.Member? in
      if places[member.name] == place { return member }
      growth -= JSONObject.weight(of: member)
      return nil
    }
    let changes = patch.places
    for (index, change) in patch.members.enumerated() where changes[change.name] == index {
      let place = places[change.name]
      let old = place.flatMap { members[$0] }
      var new = change
      switch change.value {
      case .null:
        if let place, let old {
          members[place] = nil
          growth -= JSONObject.weight(of: old)
        }
        places[change.name] = nil
        continue
      case .object(let patch):
        var member = old?.value.object ?? JSONObject()
        let inner = apply(patch, to: &member)
        new.value = .object(member)
        if let place, old?.value.object != nil {
          members[place] = new
          growth += inner
          continue
        }
      default: break
      }
      if let place, let old {
        members[place] = new
        growth += JSONObject.weight(of: new) - JSONObject.weight(of: old)
      } else if places.count < Limits.Response.jsonMembers {
        places[change.name] = members.count
        members.append(new)
        growth += JSONObject.weight(of: new)
      }
    }
    object = JSONObject(members.compactMap(\.self))
    return growth
  }
}

extension JSONObject {
  /// The place of each member by its name, because lookup by name is linear.
  fileprivate var places: [String: Int] {
    Dictionary(zip(names, members.indices)) { _, last in last }
  }
}

extension JSONObject {
  /// The number of values in it, including itself, where 64 bytes of a text are a further one.
  var weight: Int { reduce(1) { $0 + Self.weight(of: $1) } }

  /// The weight of one member.
  fileprivate static func weight(of member: Member) -> Int {
    member.name.utf8.count / JSONTree.bytesPerValue + member.value.weight
  }
}

extension JSONTree {
  fileprivate static let bytesPerValue = 64

  fileprivate var weight: Int {
    switch self {
    case .object(let object): object.weight
    case .list(let values): values.reduce(1) { $0 + $1.weight }
    case .text(let text): 1 + text.utf8.count / Self.bytesPerValue
    case .null, .flag, .number, .integer: 1
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
