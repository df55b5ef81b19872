/// Where a command's access tokens come from; a command line names exactly one.
///
/// There is no option for a token itself, because every user of the machine can read a command line.
enum TokenSourceKind: CaseIterable, Sendable {
  case serviceAccount
  case command
  case url
  case file

  /// The option that names the source.
  var option: Option {
    switch self {
    case .serviceAccount: .serviceAccount
    case .command: .tokenCommand
    case .url: .tokenURL
    case .file: .tokenFile
    }
  }
}
