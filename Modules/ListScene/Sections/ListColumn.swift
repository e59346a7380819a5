public import Console

/// One column of a table of items: what stands above it, and what of an item stands in it.
public struct ListColumn<Item>: Sendable {
  let column: Table.Column
  /// How many columns a page has at least that shows it.
  let narrowestPage: Int
  let cell: @Sendable (Item) -> Table.Cell

  /// Composes a column.
  /// - Parameters:
  ///   - title: What stands above it.
  ///   - alignment: Where the cells stand in it.
  ///   - isFlexible: Whether its cells may be cut when the page is narrow.
  ///   - narrowestPage: How many columns a page has at least that shows it.
  ///   - cell: What of an item stands in it.
  public init(
    _ title: String = "", _ alignment: Alignment = .left, isFlexible: Bool = false,
    from narrowestPage: Int = 0, cell: @escaping @Sendable (Item) -> Table.Cell
  ) {
    column = Table.Column(title, alignment, isFlexible: isFlexible)
    self.narrowestPage = narrowestPage
    self.cell = cell
  }
}
