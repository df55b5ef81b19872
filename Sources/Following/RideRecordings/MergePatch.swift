package import JSON

/// The difference of two JSON values as a merge patch.
///
/// A patch lists the members that changed, and null for those that are gone; a list that changed is
/// whole. See RFC 7386, https://www.rfc-editor.org/rfc/rfc7386.
package enum MergePatch {
  /// The patch from one object to another; nil if they are the same.
  package static func difference(from old: JSONObject, to new: JSONObject) -> JSONObject? {
    var patch = JSONObject()
    for (name, value) in new {
      guard let before = old[name] else {
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
    for (name, _) in old where new[name] == nil { patch.append(name, .null) }
    return patch.isEmpty ? nil : patch
  }

  /// Applies a patch to an object.
  package static func apply(_ patch: JSONObject, to object: inout JSONObject) {
    for (name, value) in patch {
      switch value {
      case .null: object[name] = nil
      case .object(let change):
        var member = object[name]?.object ?? JSONObject()
        apply(change, to: &member)
        object[name] = .object(member)
      default: object[name] = value
      }
    }
  }
}

extension JSONTree {
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
