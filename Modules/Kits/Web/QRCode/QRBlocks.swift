/// The codewords of a QR code, in blocks with their own error correction of the level M.
///
/// Source: ISO/IEC 18004:2015, table 9.
struct QRBlocks {
  /// The number of codewords, of those for the error correction of a block, and of blocks, by
  /// version.
  private static let table = [
    (26, 10, 1), (44, 16, 1), (70, 26, 1), (100, 18, 2), (134, 24, 2), (172, 16, 4), (196, 18, 4),
    (242, 22, 4), (292, 22, 5), (346, 26, 5),
  ]

  /// The number of bits that say how long the text is.
  private let lengthBits: Int
  private let correctionCount: Int
  private let blockCount: Int
  /// The number of codewords that are no error correction.
  private let dataCount: Int

  /// - Parameter version: From 1 to 10.
  init(_ version: Int) {
    let (count, correction, blocks) = Self.table[version - 1]
    lengthBits = version < 10 ? 8 : 16
    (correctionCount, blockCount) = (correction, blocks)
    dataCount = count - correction * blocks
  }

  /// The number of bytes that a text may have.
  var textCapacity: Int { (dataCount * 8 - 4 - lengthBits) / 8 }

  /// Returns all codewords of a text in the order in which they are drawn.
  func codewords(of text: [UInt8]) -> [UInt8] {
    let (short, longCount) = (dataCount / blockCount, dataCount % blockCount)
    var rest = data(of: text)[...]
    let blocks = (0..<blockCount).map { index in
      // The last blocks are longer by one.
      let length = short + (index < blockCount - longCount ? 0 : 1)
      defer { rest = rest.dropFirst(length) }
      return Array(rest.prefix(length))
    }
    let corrections = blocks.map { GaloisField.remainder(of: $0, length: correctionCount) }
    return Self.interleaved(blocks) + Self.interleaved(corrections)
  }

  /// 7.4.5 and 7.4.10: the bytes of the text with their mode and length, filled up.
  private func data(of text: [UInt8]) -> [UInt8] {
    var bits: [Bool] = []
    func append(_ value: Int, _ count: Int) {
      for index in (0..<count).reversed() { bits.append(value >> index & 1 == 1) }
    }
    append(0b0100, 4)
    append(text.count, lengthBits)
    for byte in text { append(Int(byte), 8) }
    append(0, min(4, dataCount * 8 - bits.count))
    append(0, (8 - bits.count % 8) % 8)
    var data = stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
    }
    while data.count < dataCount { data += [0xEC, 0x11].prefix(dataCount - data.count) }
    return data
  }

  private static func interleaved(_ blocks: [[UInt8]]) -> [UInt8] {
    let length = blocks.map(\.count).max() ?? 0
    return (0..<length).flatMap { index in
      blocks.compactMap { $0.indices.contains(index) ? $0[index] : nil }
    }
  }
}

/// The field with 256 elements in which the error correction is calculated.
///
/// Source: ISO/IEC 18004:2015, annex A.
enum GaloisField {
  static func product(_ first: UInt8, _ second: UInt8) -> UInt8 {
    var product: UInt8 = 0
    for bit in (0..<8).reversed() {
      product = product << 1 ^ (product & 0x80 != 0 ? 0x1D : 0)
      if second >> UInt8(bit) & 1 == 1 { product ^= first }
    }
    return product
  }

  /// The codewords of a Reed–Solomon code after those of a block.
  static func remainder(of block: [UInt8], length: Int) -> [UInt8] {
    let divisor = divisor(length)
    var rest = [UInt8](repeating: 0, count: length)
    for byte in block {
      let factor = byte ^ rest.removeFirst()
      rest.append(0)
      for index in rest.indices { rest[index] ^= product(divisor[index], factor) }
    }
    return rest
  }

  /// The coefficients of the product of (x − 2⁰) … (x − 2^(length − 1)) after the highest one.
  private static func divisor(_ length: Int) -> [UInt8] {
    var coefficients = [UInt8](repeating: 0, count: length - 1) + [1]
    var root: UInt8 = 1
    for _ in 0..<length {
      for index in coefficients.indices {
        let next = index + 1 < length ? coefficients[index + 1] : 0
        coefficients[index] = product(coefficients[index], root) ^ next
      }
      root = product(root, 2)
    }
    return coefficients
  }
}
