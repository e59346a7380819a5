/// A line of JSON with U+FFFD in place of what stands for no character: bytes that are not UTF-8,
/// and half of an escaped pair of surrogates, such as `\ud83d` alone. Programs write both when they
/// cut a text.
struct RepairedJSON {
  private static let highSurrogates: ClosedRange<UInt16> = 0xD800...0xDBFF
  private static let lowSurrogates: ClosedRange<UInt16> = 0xDC00...0xDFFF

  let bytes: [UInt8]

  /// Nil if there is nothing to repair.
  init?(_ line: UnsafeRawBufferPointer) {
    let isUTF8 = String(validating: line, as: UTF8.self) != nil
    var bytes = isUTF8 ? [] : Array(String(decoding: line, as: UTF8.self).utf8)
    let lone = isUTF8 ? Self.loneSurrogates(in: line) : bytes.withUnsafeBytes(Self.loneSurrogates)
    guard !isUTF8 || !lone.isEmpty else { return nil }
    if isUTF8 { bytes = Array(line) }
    for index in lone { bytes.replaceSubrange(index + 2..<index + 6, with: "fffd".utf8) }
    self.bytes = bytes
  }

  /// Where the escapes begin that are half of a pair.
  private static func loneSurrogates(in text: UnsafeRawBufferPointer) -> [Int] {
    guard text.contains(UInt8(ascii: "\\")) else { return [] }
    var found: [Int] = []
    var index = 0
    while index < text.count {
      guard text[index] == UInt8(ascii: "\\") else {
        index += 1
        continue
      }
      guard let unit = codeUnit(at: index, in: text) else {
        index += 2
        continue
      }
      let isPair =
        highSurrogates.contains(unit)
        && codeUnit(at: index + 6, in: text).map(lowSurrogates.contains) == true
      if !isPair, highSurrogates.contains(unit) || lowSurrogates.contains(unit) {
        found.append(index)
      }
      index += isPair ? 12 : 6
    }
    return found
  }

  /// The number of an escape such as `\u00e9`; nil if there is another text.
  private static func codeUnit(at index: Int, in text: UnsafeRawBufferPointer) -> UInt16? {
    guard index + 6 <= text.count, text[index] == UInt8(ascii: "\\"),
      text[index + 1] == UInt8(ascii: "u")
    else { return nil }
    return UInt16(String(decoding: text[index + 2..<index + 6], as: UTF8.self), radix: 16)
  }
}
