/// Hands out parameters by name, and remembers which of them were asked for.
final class ParameterReader {
  private let items: [Parameters.Item]
  /// Which of the first 64 items were asked for, a bit for each, and which of the others: an array
  /// would cost a call by name a tenth of its time.
  private var read: UInt64 = 0
  private var readBeyond: Set<Int> = []

  init(_ items: [Parameters.Item]) {
    self.items = items
  }

  var names: [String] { items.map(\.name) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    do {
      return try Value(from: ParameterDecoder(reader: self))
    } catch let error as DecodingError {
      throw error.namingChoices(of: type) { text(for: $0) }
    }
  }

  func contains(_ name: String) -> Bool {
    items.contains { $0.name == name }
  }

  /// Everything given under a name.
  func values(for name: String) -> [String?] {
    var values: [String?] = []
    for index in items.indices where items[index].name == name {
      mark(index)
      values.append(items[index].value)
    }
    return values
  }

  /// The text given under a name, if it is the only one.
  func text(for name: String) -> String? {
    var found: Int?
    for index in items.indices where items[index].name == name {
      guard found == nil else { return nil }
      found = index
    }
    guard let found else { return nil }
    mark(found)
    return items[found].value
  }

  /// - Throws: `DecodingError.dataCorrupted` naming the first parameter that nobody asked for.
  func checkNothingIsLeft(for type: any Decodable.Type) throws(DecodingError) {
    guard let index = items.indices.first(where: { !isRead($0) }) else { return }
    let name = items[index].name
    let fields = (try? Shape(of: type))?.fields.map(\.name) ?? []
    throw .dataCorrupted(
      .init(
        codingPath: [UnknownKey(stringValue: name)],
        debugDescription: "there is no such parameter"
          + fields.nearest(to: name).first.suggestion()))
  }

  private func mark(_ index: Int) {
    if index < 64 { read |= 1 << index } else { readBeyond.insert(index) }
  }

  private func isRead(_ index: Int) -> Bool {
    index < 64 ? read & 1 << index != 0 : readBeyond.contains(index)
  }
}

/// A name that no type declares.
private struct UnknownKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
