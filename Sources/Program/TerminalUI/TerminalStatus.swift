internal import CellGrid

/// The part of a terminal outside of its cells: the title of its window or tab, and a progress.
///
/// Only what a terminal is known to take is written to it.
struct TerminalStatus {
  /// The columns of the longest title.
  private static let titleColumns = 80
  private static let noProgress = Array("\u{1B}]9;4;0\u{1B}\\".utf8)
  /// How long a progress may stand: Ghostty takes it away after 15 seconds without another one.
  private static let progressTime: Duration = .seconds(10)

  let setsTitle: Bool
  let showsProgress: Bool
  private let ellipsis: SafeText
  private var title: SafeText?
  /// When a progress was last written, or its end; nil if the terminal may show any.
  private var progress: (Frame.Progress?, ContinuousClock.Instant)?

  init(setsTitle: Bool, showsProgress: Bool, isASCIIOnly: Bool) {
    (self.setsTitle, self.showsProgress) = (setsTitle, showsProgress)
    ellipsis = isASCIIOnly ? "..." : "…"
  }

  /// Makes the terminal remember its title.
  var enter: [UInt8] { setsTitle ? Array("\u{1B}[22;2t".utf8) : [] }

  /// Undoes everything that may have been written; a terminal that remembers no title is left without one.
  var leave: [UInt8] {
    (showsProgress ? Self.noProgress : [])
      + (setsTitle ? Array("\u{1B}]2;\u{1B}\\\u{1B}[23;2t".utf8) : [])
  }

  /// Forgets what the terminal shows: another program may have written something else.
  mutating func forget() { (title, progress) = (nil, nil) }

  /// Returns the bytes for what a frame changes.
  mutating func update(for frame: Frame, at now: ContinuousClock.Instant) -> [UInt8] {
    var bytes: [UInt8] = []
    if setsTitle, let new = frame.title, new != title {
      title = new
      bytes += Array(
        "\u{1B}]2;\(new.truncated(to: Self.titleColumns, ellipsis: ellipsis))\u{1B}\\".utf8)
    }
    if showsProgress, isDue(frame.progress, at: now) {
      progress = (frame.progress, now)
      bytes +=
        frame.progress.map {
          Array("\u{1B}]9;4;\($0.isFailing ? 2 : 1);\($0.percent)\u{1B}\\".utf8)
        } ?? Self.noProgress
    }
    return bytes
  }

  private func isDue(_ new: Frame.Progress?, at now: ContinuousClock.Instant) -> Bool {
    guard let (old, time) = progress else { return true }
    return new != old || (new != nil && now - time >= Self.progressTime)
  }
}
