/// Names one row of a scene.
public struct ListPlace: Sendable, Hashable {
  /// The section's name.
  public let section: String
  /// The row's identity.
  public let row: ListRow.ID

  /// Names the row `row` of the section `section`.
  public init(section: String, row: ListRow.ID) {
    self.section = section
    self.row = row
  }
}
