import Foundation

extension UnsafeBufferPointer<UInt8> {
  /// Where something was found in a folded name.
  struct Place {
    let start: Int
    let end: Int
    /// Whether no letter or digit stands before it.
    let beginsWord: Bool
    /// Whether none stands behind it.
    let endsWord: Bool
  }

  /// Every place of `wanted`.
  func places(of wanted: [UInt8]) -> [Place] {
    guard let first = wanted.first, let base = baseAddress, wanted.count <= count else { return [] }
    var places: [Place] = []
    var start = 0
    let last = count - wanted.count
    while start <= last {
      guard let found = memchr(base + start, CInt(first), last - start + 1) else { break }
      start = UnsafeRawPointer(found) - UnsafeRawPointer(base)
      let end = start + wanted.count
      if memcmp(base + start, wanted, wanted.count) == 0 {
        places.append(
          Place(
            start: start, end: end, beginsWord: start == 0 || self[start - 1].separatesWords,
            endsWord: end == count || self[end].separatesWords))
      }
      start += 1
    }
    return places
  }
}

extension UInt8 {
  /// Whether it is neither a letter nor a digit; all of a letter beyond ASCII counts as letter.
  fileprivate var separatesWords: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
      false
    default: true
    }
  }
}
