/// When to use colors.
enum ColorChoice: String, Sendable, Hashable, CaseIterable {
  /// All colors of the terminal, unless `NO_COLOR` is set.
  case auto
  case always
  case never
}
