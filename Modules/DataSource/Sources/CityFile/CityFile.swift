import DataSourceInterface

/// A city on disk: a header, the compiled columns, and after them the zip archive of the feed. Any
/// zip tool can open the file, and one rename replaces everything.
///
/// The first 48 bytes have the same meaning in every version:
///
///      0  magic number       8 bytes     24  checksum of the feed   4
///      8  version            4           28  bytes of the name      4
///     12  checksum           4           32  checksum of the name   4
///     16  end of compiled    8           36  number of columns      4
///
/// The name follows, then the table of columns, then the columns, each at a multiple of 16. The
/// checksum at 12 is a `CityChecksum` of everything from 16 to the end of the compiled part; the
/// others are CRC-32.
struct CityFile {
  static let version = 11
  /// "CITY", and bytes that a transfer in text mode would change.
  private static let magic: UInt64 = 0x0A1A_0A0D_5954_4943
  private static let headerSize = 48

  private let bytes: Bytes

  /// Creates a reader for a file that may have any version or be damaged.
  init(_ bytes: Bytes) {
    self.bytes = bytes
  }

  /// The checksum of the feed from which the city was compiled.
  var feedChecksum: Int? { bytes.number(UInt32.self, at: 24) }

  /// The city's name for people; nil when this part of the file is damaged.
  var name: String? {
    guard let count = bytes.number(UInt32.self, at: 28),
      let name = bytes.part(from: Self.headerSize, count: count), !name.memory.isEmpty,
      bytes.number(UInt32.self, at: 32) == Int(name.checksum)
    else { return nil }
    return name.text
  }

  /// Returns the compiled city; nil when the file has another version or is damaged.
  func decode(as city: CityID) -> CompiledCity? {
    guard bytes.number(UInt64.self, at: 0) == Int(Self.magic),
      bytes.number(UInt32.self, at: 8) == Self.version,
      let end = bytes.number(UInt64.self, at: 16),
      let compiled = bytes.part(from: 0, count: end),
      let checked = bytes.part(from: 16, count: end - 16),
      bytes.number(UInt32.self, at: 12) == Int(CityChecksum.of([checked])),
      let name, let columns = compiled.number(UInt32.self, at: 36),
      var reader = ColumnReader(
        compiled, tableAt: Self.tableStart(name), count: columns)
    else { return nil }
    return try? CompiledCity(from: &reader, as: city, name: name)
  }

  /// Returns the file up to the end of the compiled part, in parts that share the memory of the
  /// city; the caller appends the feed.
  static func encode(_ city: CompiledCity, feedChecksum: UInt32) -> [Bytes] {
    var writer = ColumnWriter()
    city.add(to: &writer)
    let name = Array(city.timetable.name.utf8)
    let start = tableStart(city.timetable.name) + 16 * writer.columns.count
    var table: [UInt8] = []
    table.append(number: UInt64(start + writer.count))
    table.append(number: feedChecksum)
    table.append(number: UInt32(name.count))
    table.append(number: name.checksum)
    table.append(number: UInt32(writer.columns.count))
    table.append(number: UInt64(0))
    table += name
    table.align()
    for column in writer.columns {
      table.append(number: UInt64(start + column.start))
      table.append(number: UInt64(column.count))
    }
    let checked = [Buffer(table).bytes] + writer.parts
    var header: [UInt8] = []
    header.append(number: magic)
    header.append(number: UInt32(version))
    header.append(number: CityChecksum.of(checked))
    return [Buffer(header).bytes] + checked
  }

  private static func tableStart(_ name: String) -> Int {
    (headerSize + name.utf8.count + 15) / 16 * 16
  }
}
