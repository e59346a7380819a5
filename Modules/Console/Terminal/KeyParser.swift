/// Makes keys of the bytes that a terminal sends, however these are split.
///
/// Sequences that it does not know are swallowed whole. A key with Alt is Esc and the key: over a slow
/// line, Esc and a key soon after it look the same, and neither may be lost.
///
/// Source: ECMA-48, 5.4 for the shape of control sequences; xterm's "Control Sequences" for those of
/// keys and of bracketed paste.
public struct KeyParser: Sendable {
  /// No key has a longer sequence.
  private static let longestSequence = 64
  /// More than this of one paste is dropped.
  private static let longestPaste = 4096
  private static let escape: UInt8 = 0x1B
  private static let endOfPaste = Array("\u{1B}[201~".utf8)

  private var bytes: ArraySlice<UInt8> = []
  private var pasted: [UInt8]?

  /// A parser that has seen nothing yet.
  public init() {}

  /// Whether a key has begun that the next bytes, or none in the next moment, decide.
  public var isWaiting: Bool { !bytes.isEmpty && pasted == nil }

  /// The keys that are complete with `new` bytes.
  public mutating func parse(_ new: some Sequence<UInt8>) -> [Key] {
    bytes += new
    var keys: [Key] = []
    while let step = pasted == nil ? nextKey() : nextOfPaste() {
      bytes = bytes.dropFirst(step.length)
      if let key = step.key { keys.append(key) }
    }
    return keys
  }

  /// The keys that are complete because nothing followed: Esc, and the mark behind it that a sequence
  /// could have begun with. Whatever else had begun is dropped.
  public mutating func finish() -> [Key] {
    guard isWaiting else { return [] }
    defer { bytes = [] }
    return switch Array(bytes) {
    case [Self.escape]: [.escape]
    case [Self.escape, UInt8(ascii: "[")]: [.escape, .character("[")]
    case [Self.escape, UInt8(ascii: "O")]: [.escape, .character("O")]
    default: []
    }
  }

  /// How many bytes are done with, and the key that they are, if any; nil where more must come.
  private typealias Step = (length: Int, key: Key?)

  private mutating func nextKey() -> Step? {
    guard let first = bytes.first else { return nil }
    switch first {
    case Self.escape: return nextSequence()
    case 0x0A, 0x0D: return (1, .enter)
    case 0x09: return (1, .tab)
    case 0x08, 0x7F: return (1, .backspace)
    case 0x01...0x1A: return (1, .control(Character(Unicode.Scalar(first + 0x60))))
    case ..<0x20: return (1, nil)
    case ..<0x80: return (1, .character(Character(Unicode.Scalar(first))))
    default: return nextScalar(first)
    }
  }

  private func nextScalar(_ first: UInt8) -> Step? {
    let length =
      switch first {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 1
      }
    let body = bytes.dropFirst().prefix(length - 1).prefix { $0 & 0xC0 == 0x80 }
    guard body.count == length - 1 else {
      return body.count == bytes.count - 1 ? nil : (1 + body.count, nil)
    }
    let text = String(validating: bytes.prefix(length), as: UTF8.self)
    return (length, text?.first.map(Key.character))
  }

  private mutating func nextSequence() -> Step? {
    let body = bytes.dropFirst(2)
    switch bytes.dropFirst().first {
    case nil: return nil
    case UInt8(ascii: "O"):
      return body.first.map { (3, $0 == UInt8(ascii: "M") ? .enter : Key(final: $0)) }
    case UInt8(ascii: "["): return nextControlSequence(body)
    default: return (1, .escape)
    }
  }

  private mutating func nextControlSequence(_ body: ArraySlice<UInt8>) -> Step? {
    guard body.first != UInt8(ascii: "[") else {  // a function key of the Linux console
      return body.count < 2 ? nil : (4, nil)
    }
    guard let end = body.firstIndex(where: { !(0x20...0x3F).contains($0) }) else {
      return bytes.count < Self.longestSequence ? nil : (bytes.count, nil)
    }
    let length = 2 + body[..<end].count + 1
    // A control character is none of the sequence that it breaks.
    guard (0x40...0x7E).contains(body[end]) else { return (length - 1, nil) }
    let parameters = String(decoding: body[..<end], as: UTF8.self)
    guard body[end] == UInt8(ascii: "~") else { return (length, Key(final: body[end])) }
    if parameters == "200" { pasted = [] }
    return (length, Key(number: parameters.prefix { $0 != ";" }))
  }

  private mutating func nextOfPaste() -> Step? {
    let end = bytes.firstRange(of: Self.endOfPaste)
    let known = end.map { bytes[..<$0.lowerBound] } ?? bytes.dropLast(Self.endOfPaste.count - 1)
    let room = Self.longestPaste - (pasted?.count ?? 0)
    pasted?.append(contentsOf: known.prefix(room))
    guard end != nil else { return known.isEmpty ? nil : (known.count, nil) }
    let text = String(decoding: pasted ?? [], as: UTF8.self)
    pasted = nil
    return (known.count + Self.endOfPaste.count, .paste(text))
  }
}

extension Key {
  fileprivate init?(final: UInt8) {
    switch Character(Unicode.Scalar(final)) {
    case "A": self = .up
    case "B": self = .down
    case "C": self = .right
    case "D": self = .left
    case "F": self = .end
    case "H": self = .home
    default: return nil
    }
  }

  fileprivate init?(number: Substring) {
    switch number {
    case "1", "7": self = .home
    case "3": self = .delete
    case "4", "8": self = .end
    case "5": self = .pageUp
    case "6": self = .pageDown
    default: return nil
    }
  }
}
