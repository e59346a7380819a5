/// What text is laid out for: how wide it is and which colours it can show.
public struct Page: Sendable, Hashable {
  /// How many columns fit in a line.
  public let columns: Int
  /// Which colours can be shown.
  public let colors: ColorDepth

  /// A page of `columns` columns.
  public init(columns: Int, colors: ColorDepth = .none) {
    self.columns = columns
    self.colors = colors
  }
}
