internal import Viewer

/// The object that `drive --json` ends with.
struct DriveRecord: Encodable {
  let v = JSONLine.version
  let type = "drive"
  let time: String
  let vehicle: String
  let state: String
  let accepted: Int
  let failed: Int
  let empty_mask: Int
  var completed: Int?
  var left: Int?
}
