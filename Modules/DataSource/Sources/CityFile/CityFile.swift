import CZlib
import DataSourceInterface

/// A city on disk: a header, its compiled form, and behind them the zip archive it was made from,
/// so that any zip tool opens the file and one rename replaces it all.
///
/// The first 48 bytes keep their meaning in every version:
///
///      0  magic number       8 bytes     24  checksum of the feed   4
///      8  version            4           28  bytes of the name      4
///     12  checksum           4           32  checksum of the name   4
///     16  end of compiled    8           36  number of columns      4
///
/// The name follows, then the table of columns, then the columns, each at a multiple of 16.
/// Checksums are CRC-32; the one at 12 covers all between itself and the end of the compiled form.
struct CityFile {
  static let version = 3
  private static let magic: UInt64 = 0x0A1A_0A0D_5954_4943  // "CITY", and what transfers mangle.
  private static let headerSize = 48

  private let bytes: Bytes

  /// A file that may be of any version, or damaged.
  init(_ bytes: Bytes) {
    self.bytes = bytes
  }

  /// The checksum of the feed it was compiled from.
  var source: Int? { bytes.number(UInt32.self, at: 24) }

  /// The city's name for people; nil when that part is damaged.
  var name: String? {
    guard let count = bytes.number(UInt32.self, at: 28),
      let name = bytes.part(from: Self.headerSize, count: count), !name.memory.isEmpty,
      bytes.number(UInt32.self, at: 32) == Int(name.checksum)
    else { return nil }
    return name.text
  }

  /// The compiled form; nil when it is of another version or damaged.
  func compiled(as city: CityID) -> CompiledCity? {
    guard bytes.number(UInt64.self, at: 0) == Int(Self.magic),
      bytes.number(UInt32.self, at: 8) == Self.version,
      let end = bytes.number(UInt64.self, at: 16),
      let compiled = bytes.part(from: 0, count: end),
      let checked = bytes.part(from: 16, count: end - 16),
      bytes.number(UInt32.self, at: 12) == Int(checked.checksum),
      let name, let columns = compiled.number(UInt32.self, at: 36),
      var reader = SectionReader(
        compiled, tableAt: Self.tableStart(name), count: columns)
    else { return nil }
    return CompiledCity(from: &reader, as: city, name: name)
  }

  /// The file up to the end of the compiled form; the feed is to follow.
  static func encode(_ city: CompiledCity, source: UInt32) -> [UInt8] {
    var writer = SectionWriter()
    city.write(to: &writer)
    let name = Array(city.timetable.name.utf8)
    let start = tableStart(city.timetable.name) + 16 * writer.sections.count
    var file: [UInt8] = []
    file.append(number: UInt64(start + writer.bytes.count))
    file.append(number: source)
    file.append(number: UInt32(name.count))
    file.append(number: name.checksum)
    file.append(number: UInt32(writer.sections.count))
    file.append(number: UInt64(0))
    file += name
    file.align()
    for section in writer.sections {
      file.append(number: UInt64(start + section.start))
      file.append(number: UInt64(section.count))
    }
    file += writer.bytes
    var head: [UInt8] = []
    head.append(number: magic)
    head.append(number: UInt32(version))
    head.append(number: file.checksum)
    return head + file
  }

  private static func tableStart(_ name: String) -> Int {
    (headerSize + name.utf8.count + 15) / 16 * 16
  }
}

extension Bytes {
  /// The CRC-32 of the bytes.
  var checksum: UInt32 {
    UInt32(crc32_z(0, memory.assumingMemoryBound(to: UInt8.self).baseAddress, memory.count))
  }
}

extension [UInt8] {
  /// The CRC-32 of the bytes.
  var checksum: UInt32 {
    withUnsafeBufferPointer { UInt32(crc32_z(0, $0.baseAddress, $0.count)) }
  }
}
