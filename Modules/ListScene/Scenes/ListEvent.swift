/// Something that happened in a scene, on its way up the responder chain: row, section, controller,
/// scene, host. Each link adds what it knows.
public struct ListEvent: Sendable {
  /// What happened.
  public enum Kind: Sendable {
    /// A person selected the row.
    case selected
    /// Rows were inserted, removed, moved or edited.
    case changed(ListDifference)
    /// Something could not be loaded or done.
    case failed(any Error)
    /// What only a feature knows, such as the wish to keep a row.
    case custom(any Sendable)
  }

  /// What happened.
  public let kind: Kind
  /// The row concerned.
  public var row: ListRow?
  /// The row's place in its section.
  public var index: Int?
  /// The section's name.
  public var section: String?
  /// The section's place in its scene.
  public var sectionIndex: Int?
  /// The scene's title.
  public var scene: String?

  /// An event that nobody has added to.
  public init(_ kind: Kind) {
    self.kind = kind
  }

  /// The item of the row that was selected; nil when this is another event or another kind of item.
  public func selected<Item>(_ type: Item.Type) -> Item? {
    guard case .selected = kind else { return nil }
    return row?.item as? Item
  }
}
