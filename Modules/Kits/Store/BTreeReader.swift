import Foundation

/// Reads the rows of tables from the pages of a database, without SQLite.
///
/// Source: SQLite, "Database File Format", 1.6 and 2.1.
struct BTreeReader {
  /// A row: its `rowid`, and the values that were stored. Columns that were added later are
  /// missing.
  struct Row {
    let rowID: Int
    let values: [StoreValue]
  }

  private enum Kind: UInt8 {
    case indexInterior = 2
    case tableInterior = 5
    case indexLeaf = 10
    case tableLeaf = 13
  }

  private let image: DatabaseImage
  /// The pages that were read as a part of a tree.
  private var visited: Set<Int> = []
  /// The number of rows that could not be read, on pages that could.
  private(set) var damagedRows = 0

  init(_ image: DatabaseImage) { self.image = image }

  /// The rows in the tree that begins at a page, in order.
  mutating func rows(inTreeAt root: Int) -> [Row] {
    guard let page = image[root], let kind = kind(of: page, at: root),
      visited.insert(root).inserted
    else { return [] }
    switch kind {
    case .indexInterior, .indexLeaf: return []
    case .tableLeaf:
      let cells = offsets(ofCellsIn: page, at: root, headerSize: 8)
      let rows = cells.compactMap { row(at: $0, in: page) }
      damagedRows += cells.count - rows.count
      return rows
    case .tableInterior: return children(of: page, at: root).flatMap { rows(inTreeAt: $0) }
    }
  }

  /// The pages where trees begin that were not read yet, because nothing leads to them any more.
  var unknownRoots: [Int] {
    let numbers = 1...max(1, image.pages.count)
    let inner = Set(
      numbers.flatMap { number in image[number].map { children(of: $0, at: number) } ?? [] })
    return numbers.filter { number in
      guard number > 1, !visited.contains(number), !inner.contains(number),
        let page = image[number]
      else { return false }
      let kind = kind(of: page, at: number)
      return kind == .tableLeaf || kind == .tableInterior
    }
  }

  /// How many rows a damaged page seems to have; 0 if it is no page with rows of a table.
  static func rowCount(ofDamaged page: [UInt8]) -> Int {
    guard page.count > 8, page[0] == Kind.tableLeaf.rawValue else { return 0 }
    // A row has at least 4 bytes, and 2 for its position.
    let count = Int(page[3]) << 8 | Int(page[4])
    return count <= page.count / 6 ? count : 0
  }

  private func kind(of page: [UInt8], at number: Int) -> Kind? {
    Kind(rawValue: page[headerOffset(of: number)])
  }

  private func headerOffset(of number: Int) -> Int { number == 1 ? 100 : 0 }

  private func children(of page: [UInt8], at number: Int) -> [Int] {
    switch kind(of: page, at: number) {
    case .tableLeaf, .indexLeaf, nil: []
    case .tableInterior, .indexInterior:
      offsets(ofCellsIn: page, at: number, headerSize: 12).map { page.word(at: $0) }
        + [page.word(at: headerOffset(of: number) + 8)]
    }
  }

  private func offsets(ofCellsIn page: [UInt8], at number: Int, headerSize: Int) -> [Int] {
    let header = headerOffset(of: number)
    let count = Int(page[header + 3]) << 8 | Int(page[header + 4])
    let pointers = header + headerSize
    return (0..<min(count, (image.usableSize - pointers) / 2)).compactMap { index in
      let offset = Int(page[pointers + 2 * index]) << 8 | Int(page[pointers + 2 * index + 1])
      return offset >= pointers && offset <= image.usableSize - 4 ? offset : nil
    }
  }

  private func row(at offset: Int, in page: [UInt8]) -> Row? {
    var cell = page[offset..<image.usableSize]
    guard let size = cell.readVarint(), let number = cell.readVarint(), size > 0,
      let payload = payload(size, startingWith: cell), let values = values(in: payload)
    else { return nil }
    return Row(rowID: number, values: values)
  }

  /// The content of a row, part of which may be on further pages.
  private func payload(_ size: Int, startingWith cell: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let maximum = image.usableSize - 35
    guard size > maximum else { return cell.count >= size ? cell.prefix(size) : nil }
    guard size <= image.pages.count * image.usableSize else { return nil }
    let minimum = (image.usableSize - 12) * 32 / 255 - 23
    let preferred = minimum + (size - minimum) % (image.usableSize - 4)
    let local = preferred <= maximum ? preferred : minimum
    guard cell.count >= local + 4 else { return nil }
    var payload = Array(cell.prefix(local))
    var next = Array(cell.dropFirst(local).prefix(4)).word(at: 0)
    while payload.count < size {
      guard let page = image[next] else { return nil }
      payload += page[4..<image.usableSize].prefix(size - payload.count)
      next = page.word(at: 0)
    }
    return payload[...]
  }

  private func values(in payload: ArraySlice<UInt8>) -> [StoreValue]? {
    var header = payload
    guard let headerSize = header.readVarint(), headerSize >= 1, headerSize <= payload.count else {
      return nil
    }
    header = header.prefix(upTo: payload.startIndex + headerSize)
    var content = payload.dropFirst(headerSize)
    var values: [StoreValue] = []
    while !header.isEmpty {
      guard let type = header.readVarint(), let value = content.readValue(type) else { return nil }
      values.append(value)
    }
    return values
  }
}

extension ArraySlice<UInt8> {
  /// Removes a number of variable length from the beginning; nil when the bytes are too short.
  fileprivate mutating func readVarint() -> Int? {
    var number: UInt64 = 0
    for index in 0..<9 {
      guard let byte = popFirst() else { return nil }
      guard index < 8 else { return Int(bitPattern: UInt(number << 8 | UInt64(byte))) }
      number = number << 7 | UInt64(byte & 0x7F)
      if byte & 0x80 == 0 { break }
    }
    return Int(bitPattern: UInt(number))
  }

  /// Removes a value of a serial type from the beginning; nil when the bytes are too short.
  fileprivate mutating func readValue(_ type: Int) -> StoreValue? {
    switch type {
    case 0: return .null
    case 1...4: return readInteger(type).map { .integer($0) }
    case 5: return readInteger(6).map { .integer($0) }
    case 6: return readInteger(8).map { .integer($0) }
    case 7: return readInteger(8).map { .real(Double(bitPattern: UInt64(bitPattern: Int64($0)))) }
    case 8, 9: return .integer(type - 8)
    case 12...:
      let size = (type - 12) / 2
      guard count >= size else { return nil }
      defer { self = dropFirst(size) }
      return type % 2 == 0
        ? .blob(Data(prefix(size))) : .text(String(decoding: prefix(size), as: UTF8.self))
    default: return nil
    }
  }

  private mutating func readInteger(_ size: Int) -> Int? {
    guard count >= size, let first else { return nil }
    defer { self = dropFirst(size) }
    return prefix(size).reduce(first < 0x80 ? 0 : -1) { $0 << 8 | Int($1) }
  }
}
