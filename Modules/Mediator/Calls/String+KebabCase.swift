extension String {
  /// A camel-case name in kebab case, a run of capitals being one word: `URLHistory` is
  /// `url-history`.
  public var kebabCased: String {
    let letters = Array(utf8)
    return String(unsafeUninitializedCapacity: 2 * letters.count) { result in
      var end = 0
      for (index, letter) in letters.enumerated() {
        let followsWord = index > 0 && !letters[index - 1].isCapital
        let startsWord = index > 0 && index + 1 < letters.count && letters[index + 1].isSmall
        if letter.isCapital && (followsWord || startsWord) {
          result[end] = UInt8(ascii: "-")
          end += 1
        }
        result[end] = letter.isCapital ? letter + 32 : letter
        end += 1
      }
      return end
    }
  }
}

extension UInt8 {
  fileprivate var isCapital: Bool { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self }
  fileprivate var isSmall: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self }
}
