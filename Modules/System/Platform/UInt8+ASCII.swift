/// The kinds of ASCII characters.
extension UInt8 {
  package var isCapital: Bool { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self }
  package var isSmallLetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self }
  package var isLetter: Bool { isCapital || isSmallLetter }
  package var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
  package var isHexDigit: Bool { Unicode.Scalar(self).properties.isASCIIHexDigit }
}
