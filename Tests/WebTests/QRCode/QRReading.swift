@testable import Web

/// A QR code as a camera reads it, without the repair of damaged modules.
///
/// Source: ISO/IEC 18004:2015, section 12.
struct QRReading {
  /// The number of blocks and of the codewords of their error correction, by version, for the level M.
  private static let blocks = [
    (1, 10), (1, 16), (1, 26), (2, 18), (2, 24), (4, 16), (4, 18), (4, 22), (5, 22), (5, 26),
  ]
  private static let alignment = [
    [], [18], [22], [26], [30], [34], [22, 38], [24, 42], [26, 46], [28, 50],
  ]

  private(set) var text = ""
  /// Whether a codeword differs from what the error correction says.
  private(set) var hasErrors = false

  init(_ code: QRCode) {
    let version = (code.size - 17) / 4
    let (count, correction) = Self.blocks[version - 1]
    let codewords = Self.codewords(of: code, version)
    let dataCount = codewords.count - count * correction
    var blocks = Array(repeating: [Int](), count: count)
    let short = dataCount / count
    for index in 0..<short * count { blocks[index % count].append(codewords[index]) }
    // The last blocks are longer.
    let longCount = dataCount % count
    for index in 0..<longCount {
      blocks[count - longCount + index].append(codewords[short * count + index])
    }
    let data = blocks.flatMap(\.self)
    for index in dataCount..<codewords.count {
      blocks[(index - dataCount) % count].append(codewords[index])
    }
    hasErrors = blocks.contains { Self.hasErrors($0, correction) }
    let bits = data.flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 } }
    let lengthBits = version < 10 ? 8 : 16
    func number(_ start: Int, _ count: Int) -> Int {
      bits[start..<start + count].reduce(0) { $0 * 2 + $1 }
    }
    guard number(0, 4) == 4 else { return }
    let bytes = (0..<number(4, lengthBits)).map { UInt8(number(4 + lengthBits + 8 * $0, 8)) }
    text = String(decoding: bytes, as: UTF8.self)
  }

  private static func codewords(of code: QRCode, _ version: Int) -> [Int] {
    // The mask is in the bits 2 to 4 of the format, which has a mask of its own: 101.
    let mask = [code[8, 2], code[8, 3], code[8, 4]].reduce(0) { $0 * 2 + ($1 ? 1 : 0) } ^ 0b101
    var bits: [Int] = []
    var columns = Array(stride(from: code.size - 1, to: 6, by: -2))
    columns += [5, 3, 1]
    for (number, right) in columns.enumerated() {
      let rows = Array(0..<code.size)
      for row in number.isMultiple(of: 2) ? rows.reversed() : rows {
        for column in [right, right - 1]
        where !isPattern(row, column, version, code.size) {
          bits.append(code[row, column] != isMasked(mask, row, column) ? 1 : 0)
        }
      }
    }
    return (0..<bits.count / 8).map { bits[$0 * 8..<$0 * 8 + 8].reduce(0) { $0 * 2 + $1 } }
  }

  private static func isPattern(_ row: Int, _ column: Int, _ version: Int, _ size: Int) -> Bool {
    let far = size - 8
    if row == 6 || column == 6 || row <= 8 && (column <= 8 || column >= far) { return true }
    if row >= far && column <= 8 { return true }
    if version >= 7, row <= 5 && column >= size - 11 || column <= 5 && row >= size - 11 {
      return true
    }
    let centres = alignment[version - 1]
    let last = centres.last ?? 0
    func isNear(_ y: Int, _ x: Int) -> Bool { abs(row - y) <= 2 && abs(column - x) <= 2 }
    return centres.contains { y in centres.contains { isNear(y, $0) } }
      || centres.contains { $0 != last && (isNear(6, $0) || isNear($0, 6)) }
  }

  private static func isMasked(_ mask: Int, _ row: Int, _ column: Int) -> Bool {
    [
      (row + column) % 2, row % 2, column % 3, (row + column) % 3, (row / 2 + column / 3) % 2,
      row * column % 2 + row * column % 3, (row * column % 2 + row * column % 3) % 2,
      ((row + column) % 2 + row * column % 3) % 2,
    ][mask] == 0
  }

  /// Whether the polynomial of a block is not 0 for a power of 2, up to the number of codewords of
  /// the error correction.
  private static func hasErrors(_ block: [Int], _ correction: Int) -> Bool {
    var powers = [1]
    while powers.count < 255 {
      let next = powers[powers.count - 1] * 2
      powers.append(next > 255 ? next ^ 0x11D : next)
    }
    return (0..<correction).contains { power in
      block.reduce(0) { value, codeword in
        guard let exponent = powers.firstIndex(of: value) else { return codeword }
        return powers[(exponent + power) % 255] ^ codeword
      } != 0
    }
  }
}
