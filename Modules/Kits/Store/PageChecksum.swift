/// The checksum at the end of each page of a database file: a CRC-64 of the page and its number. It
/// detects damage, and locates a single wrong bit.
///
/// SQLite leaves the last 8 bytes of each page free (its "reserved bytes"), so the file remains an
/// ordinary SQLite database.
///
/// Source: CRC-64/XZ, in steps of 8 bytes: M. E. Kounavis, F. L. Berry, "A systematic approach to
/// building high performance software-based CRC generators", ISCC 2005.
enum PageChecksum {
  /// The size of a page, in bytes.
  static let pageSize = 4096
  /// The size of its checksum, in bytes.
  static let size = 8

  private static let polynomial: UInt64 = 0xC96C_5795_D787_0F42

  /// Whether the page, counted from 1, is as it was written.
  static func isValid(_ page: UnsafeRawBufferPointer, number: Int) -> Bool {
    page.count == pageSize && checksum(of: page, number: number) == storedChecksum(in: page)
  }

  /// Writes the checksum into the page.
  static func update(_ page: UnsafeMutableRawBufferPointer, number: Int) {
    let checksum = checksum(of: UnsafeRawBufferPointer(page), number: number)
    page.storeBytes(of: checksum.littleEndian, toByteOffset: pageSize - size, as: UInt64.self)
  }

  /// Flips the bit of a page that is wrong, if any; false when the page is still not valid.
  static func correctBit(in page: UnsafeMutableRawBufferPointer, number: Int) -> Bool {
    let bytes = UnsafeRawBufferPointer(page)
    let difference = checksum(of: bytes, number: number) ^ storedChecksum(in: bytes)
    guard difference.nonzeroBitCount > 1 else {
      // The wrong bit, if any, is in the checksum.
      update(page, number: number)
      return true
    }
    // A wrong bit changes the checksum independently of all other bits: the last bit by
    // `polynomial`, each earlier one by what one more step makes of that.
    var change = polynomial
    for bit in stride(from: (pageSize - size) * 8 - 1, through: 0, by: -1) {
      guard change != difference else {
        page[bit / 8] ^= 1 << UInt8(bit % 8)
        return true
      }
      change = step(change)
    }
    return false
  }

  private static func storedChecksum(in page: UnsafeRawBufferPointer) -> UInt64 {
    UInt64(littleEndian: page.loadUnaligned(fromByteOffset: pageSize - size, as: UInt64.self))
  }

  private static func checksum(of page: UnsafeRawBufferPointer, number: Int) -> UInt64 {
    tables.withUnsafeBufferPointer { tables in
      var sum = ~UInt64(truncatingIfNeeded: number)
      var offset = 0
      while offset < pageSize - size {
        sum ^= UInt64(littleEndian: page.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        var (next, table) = (0 as UInt64, 0x700)
        while table >= 0 {
          next ^= tables[table | Int(truncatingIfNeeded: sum & 0xFF)]
          sum >>= 8
          table -= 0x100
        }
        sum = next
        offset += 8
      }
      return ~sum
    }
  }

  private static func step(_ sum: UInt64) -> UInt64 {
    sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ polynomial
  }

  /// Eight tables of 256 entries: what a byte becomes after 1 to 8 bytes.
  private static let tables: [UInt64] = {
    var tables = (0..<256).map { byte in (0..<8).reduce(UInt64(byte)) { sum, _ in step(sum) } }
    for index in 256..<2048 {
      let previous = tables[index - 256]
      tables.append(previous >> 8 ^ tables[Int(previous & 0xFF)])
    }
    return tables
  }()
}
