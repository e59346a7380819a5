/// An event of a scene. The scene's `respond` receives it first; what `respond` returns goes to the
/// scene's `onEvent`.
public struct ListEvent: Sendable {
  /// What happened.
  public enum Kind: Sendable {
    /// The user selected the row.
    case selected
    /// The rows of the section have changed.
    case changed
    /// Something could not be loaded or done.
    case failed(any Error)
    /// Something was done, which the text says.
    case notice(String)
    /// A text that the host should copy to the clipboard, because the person has asked for it.
    case copied(String)
    /// A value that only features understand, such as a request to open an order.
    case custom(any Sendable)
  }

  /// What happened.
  public let kind: Kind
  /// The row that the event is about; nil if there is none.
  public internal(set) var row: ListRow?
  /// The id of the section; nil if the event does not come from a section.
  public internal(set) var section: String?

  /// Creates an event without a row and a section.
  public init(_ kind: Kind) {
    self.kind = kind
  }

  /// The item of the selected row; nil if no row was selected, or its item has another type.
  public func selectedItem<Item>(as type: Item.Type) -> Item? {
    guard case .selected = kind else { return nil }
    return row?.item as? Item
  }
}
