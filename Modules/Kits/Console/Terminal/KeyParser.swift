/// Parses the bytes that a terminal sends into keys, in chunks of any size.
///
/// Unknown sequences are ignored as a whole, and so are strings such as the answer to a query. It
/// stores at most one sequence and the beginning of a paste. A key with Alt becomes Esc and the
/// key, apart from those that edit a text: on a slow connection, Esc and a key soon after it look
/// the same. The rest of a mouse report may arrive at any time, because it would type digits.
///
/// Source: ECMA-48, 5.4 for the syntax of control sequences; xterm's "Control Sequences" for those
/// of keys, of bracketed paste and of the mouse.
struct KeyParser: Sendable {
  private static let maximumSequenceLength = 64
  /// The rest of a longer paste is ignored.
  private static let maximumPasteLength = 4096
  private static let escape: UInt8 = 0x1B
  /// After Esc, these begin the strings DCS, SOS, OSC, PM and APC.
  private static let stringStarts = "PX]^_".utf8
  /// After Esc, these are keys with Alt that edit a text.
  private static let editingKeys = "bdf\u{7F}".utf8
  private static let endOfPaste = Array("\u{1B}[201~".utf8)
  private static let startOfMouseReport = Array("\u{1B}[<".utf8)

  private var bytes: ArraySlice<UInt8> = []
  private var pasted: [UInt8]?
  /// Whether the bytes belong to a control string, such as `ESC ] … BEL`.
  private var isInString = false

  /// Whether a key is unfinished: more bytes may follow, or else `finish` decides what it is.
  var isWaiting: Bool {
    (!bytes.isEmpty || isInString) && pasted == nil && !bytes.starts(with: Self.startOfMouseReport)
  }

  /// The number of bytes that it stores.
  var storedBytes: Int { bytes.count + (pasted?.count ?? 0) }

  /// Adds bytes and returns the keys that are complete.
  mutating func parse(_ new: some Sequence<UInt8>) -> [Key] {
    bytes += new
    var keys: [Key] = []
    while let token = isInString ? nextOfString() : pasted == nil ? nextKey() : nextOfPaste() {
      bytes = bytes.dropFirst(token.length)
      if let key = token.key { keys.append(key) }
    }
    return keys
  }

  /// Returns the keys of a sequence that remained unfinished: Esc, and the character after it if
  /// that only begins a sequence. Any other unfinished sequence is ignored.
  mutating func finish() -> [Key] {
    guard isWaiting else { return [] }
    defer { (bytes, isInString) = ([], false) }
    guard !isInString, bytes.first == Self.escape, bytes.count <= 2 else { return [] }
    return [.escape] + bytes.dropFirst().map { .character(Character(Unicode.Scalar($0))) }
  }

  /// The number of bytes to remove, and their key if they are one. The methods below return nil if
  /// more bytes are necessary.
  private typealias Token = (length: Int, key: Key?)

  private mutating func nextKey() -> Token? {
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

  private func nextScalar(_ first: UInt8) -> Token? {
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

  private mutating func nextSequence() -> Token? {
    let body = bytes.dropFirst(2)
    switch bytes.dropFirst().first {
    case nil: return nil
    case UInt8(ascii: "O"):
      return body.first.map {
        (3, $0 == UInt8(ascii: "M") ? .enter : Key(finalByte: $0, parameters: nil))
      }
    case UInt8(ascii: "["): return nextControlSequence(body)
    case let second? where Self.stringStarts.contains(second):
      guard !body.isEmpty else { return nil }
      isInString = true
      return (2, nil)
    case let second? where Self.editingKeys.contains(second):
      return (2, .alt(Character(Unicode.Scalar(second))))
    default: return (1, .escape)
    }
  }

  /// A string ends with BEL or `ESC \`; another character after Esc is a key of its own.
  private mutating func nextOfString() -> Token? {
    guard let end = bytes.firstIndex(where: { $0 == 0x07 || $0 == Self.escape }) else {
      return bytes.isEmpty ? nil : (bytes.count, nil)
    }
    let length = bytes[..<end].count
    if bytes[end] == Self.escape {
      guard let last = bytes[end...].dropFirst().first else {
        return length == 0 ? nil : (length, nil)
      }
      isInString = false
      return (last == UInt8(ascii: "\\") ? length + 2 : length, nil)
    }
    isInString = false
    return (length + 1, nil)
  }

  private mutating func nextControlSequence(_ body: ArraySlice<UInt8>) -> Token? {
    guard body.first != UInt8(ascii: "[") else {  // A function key of the Linux console.
      return body.count < 2 ? nil : (4, body.dropFirst().first == UInt8(ascii: "A") ? .f1 : nil)
    }
    // A mouse report of a terminal that does not know the mode 1006: three bytes of any value
    // follow.
    guard body.first != UInt8(ascii: "M") else { return body.count < 4 ? nil : (6, nil) }
    guard let end = body.firstIndex(where: { !(0x20...0x3F).contains($0) }) else {
      return bytes.count < Self.maximumSequenceLength ? nil : (bytes.count, nil)
    }
    let length = 2 + body[..<end].count + 1
    // A control character interrupts the sequence and is not part of it.
    guard (0x40...0x7E).contains(body[end]) else { return (length - 1, nil) }
    let parameters = String(decoding: body[..<end], as: UTF8.self)
    guard !parameters.hasPrefix("<") else {
      let event = MouseEvent(parameters: parameters.dropFirst(), finalByte: body[end])
      return (length, event.map(Key.mouse))
    }
    guard body[end] == UInt8(ascii: "~") else {
      return (length, Key(finalByte: body[end], parameters: parameters))
    }
    if parameters == "200" { pasted = [] }
    return (length, Key(number: parameters.prefix { $0 != ";" }))
  }

  private mutating func nextOfPaste() -> Token? {
    let end = bytes.firstRange(of: Self.endOfPaste)
    let content = end.map { bytes[..<$0.lowerBound] } ?? bytes.dropLast(Self.endOfPaste.count - 1)
    let free = Self.maximumPasteLength - (pasted?.count ?? 0)
    pasted?.append(contentsOf: content.prefix(free))
    guard end != nil else { return content.isEmpty ? nil : (content.count, nil) }
    let text = String(decoding: pasted ?? [], as: UTF8.self)
    pasted = nil
    return (content.count + Self.endOfPaste.count, .paste(text))
  }
}
