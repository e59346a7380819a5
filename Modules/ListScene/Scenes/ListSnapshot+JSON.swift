extension ListSnapshot: Encodable {
  /// Writes the items.
  public func encode(to encoder: any Encoder) throws {
    guard let section = sections.first, sections.count == 1 else {
      var fields = encoder.container(keyedBy: Name.self)
      for section in sections { try fields.encode(section, forKey: Name(stringValue: section.id)) }
      return
    }
    try section.encode(to: encoder)
  }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

extension ListSnapshot.Section: Encodable {
  func encode(to encoder: any Encoder) throws {
    if case .detail = form, let row = rows.first { return try row.item.encode(to: encoder) }
    var items = encoder.unkeyedContainer()
    for row in rows { try items.encode(row.item) }
  }
}
