public import CellGrid
internal import TrustLimits

/// A marker's picture of several cells: a rectangle of text.
public struct IconView: Sendable, Hashable {
  /// The most columns of a picture.
  public static let maximumColumns = Limits.Style.iconColumns
  /// The most rows of a picture.
  public static let maximumRows = Limits.Style.iconRows

  /// The rows from the top, all of one width.
  public let rows: [SafeText]
  /// The width of every row in columns.
  public let columns: Int

  /// Creates a picture from its rows; what goes beyond ``maximumColumns`` and ``maximumRows`` is
  /// cut off.
  public init(rows: [SafeText]) {
    let cut = rows.prefix(Self.maximumRows).map { $0.prefix(columns: Self.maximumColumns) }
    let columns = cut.map(\.width).max() ?? 0
    self.rows = cut.map { $0.padded(to: columns) }
    self.columns = columns
  }

  /// Whether there is nothing to draw.
  public var isEmpty: Bool { columns == 0 }
}
