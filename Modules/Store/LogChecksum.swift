/// The checksum of a write-ahead log: two sums of 32-bit words, each of which adds the other.
///
/// Source: SQLite, "Database File Format", 4.2.
struct LogChecksum: Hashable {
  private let isBigEndian: Bool
  private var first: UInt32 = 0
  private var second: UInt32 = 0

  /// The checksum of nothing.
  init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

  /// The checksum that the log contains, in 8 bytes.
  func stored(_ bytes: ArraySlice<UInt8>) -> LogChecksum {
    var sum = self
    sum.first = Self.word(in: bytes, at: 0, isBigEndian: true)
    sum.second = Self.word(in: bytes, at: 4, isBigEndian: true)
    return sum
  }

  func isEqual(toStored bytes: ArraySlice<UInt8>) -> Bool { self == stored(bytes) }

  /// The checksum after more bytes, a multiple of 8.
  func adding(_ bytes: ArraySlice<UInt8>) -> LogChecksum {
    bytes.withUnsafeBytes { adding($0) }
  }

  /// The checksum after more bytes, a multiple of 8.
  func adding(_ bytes: UnsafeRawBufferPointer) -> LogChecksum {
    var sum = self
    var offset = 0
    while offset < bytes.count {
      let first = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
      let second = bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
      sum.first &+= (isBigEndian ? first.bigEndian : first.littleEndian) &+ sum.second
      sum.second &+= (isBigEndian ? second.bigEndian : second.littleEndian) &+ sum.first
      offset += 8
    }
    return sum
  }

  func differsByOneBit(from other: LogChecksum) -> Bool {
    (first ^ other.first).nonzeroBitCount + (second ^ other.second).nonzeroBitCount == 1
  }

  /// The bits of `bytes` each of which, when it is flipped, changes their checksum `sum` to this one.
  /// There are several when the wrong bit is one of the upper bits of a word.
  func wrongBits(in bytes: ArraySlice<UInt8>, with sum: LogChecksum) -> [Int] {
    let difference = (first &- sum.first, second &- sum.second)
    // The change of both sums when the first or the second word of a pair is larger by 1, beginning
    // with the last pair. The sums are linear, so a word that is larger by n changes n times as much.
    var changes: [(UInt32, UInt32)] = [(1, 1), (0, 1)]
    var found: [Int] = []
    for offset in stride(from: bytes.count - 8, through: 0, by: -8) {
      for (index, change) in changes.enumerated() {
        let word = Self.word(in: bytes, at: offset + index * 4, isBigEndian: isBigEndian)
        for bit in 0..<32 {
          let amount = word >> bit & 1 == 0 ? 1 << bit as UInt32 : 0 &- (1 << bit)
          guard change.0 &* amount == difference.0, change.1 &* amount == difference.1 else {
            continue
          }
          let byte = isBigEndian ? 3 - bit / 8 : bit / 8
          found.append((offset + index * 4 + byte) * 8 + bit % 8)
        }
      }
      changes = changes.map { ($0 &+ $1, $0 &+ $1 &+ $1) }
    }
    return found
  }

  private static func word(
    in bytes: ArraySlice<UInt8>, at offset: Int, isBigEndian: Bool
  ) -> UInt32 {
    let word = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
    return isBigEndian ? word.bigEndian : word.littleEndian
  }
}

extension [UInt8] {
  /// The big-endian 32-bit word at an offset.
  func word(at offset: Int) -> Int { self[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
}
