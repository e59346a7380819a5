import Testing

@testable import Documents

struct ColorTests {
  @Test(
    arguments: [
      (0xFF_FFFF, 0xFF_FFFF), (0xFFFF00, 0xFFFF00), (0x00_0000, 0xFF_FFFF), (0x20_20FF, 0xFF_FFFF),
      (nil, 0xFF_FFFF),
    ] as [(UInt32?, UInt32)])
  func `the text on a colour has the wanted colour if it can be read`(wanted: UInt32?, text: UInt32)
  {
    let color = Color(rgb: 0x10_1080).textColor(wanted.map { Color(rgb: $0) }, leastContrast: 4.5)
    #expect(color == Color(rgb: text))
  }

  @Test(
    arguments: [
      (0x00_0000, 0), (0xFF_FFFF, 1), (0xFF_0000, 0.2126), (0x00_FF00, 0.7152), (0x77_7777, 0.1845),
    ] as [(UInt32, Double)])
  func `luminance is as WCAG defines it`(rgb: UInt32, luminance: Double) {
    #expect(abs(Color(rgb: rgb).luminance - luminance) < 0.0001)
  }

  @Test func `contrast is as WCAG defines it, in either order`() {
    #expect(abs(Color.black.contrast(with: .white) - 21) < 0.0001)
    #expect(Color.white.contrast(with: .black) == Color.black.contrast(with: .white))
    #expect(Color.white.contrast(with: .white) == 1)
  }

  @Test(
    arguments: [
      (0xEE_3224, .black), (0x00_5BA9, .white), (0xFF_DD00, .black), (0x7E_4F25, .white),
      (0x00_0000, .white), (0xFF_FFFF, .black),
    ] as [(UInt32, Color)])
  func `text on a colour is black or white, depending on the contrast`(rgb: UInt32, text: Color) {
    #expect(Color(rgb: rgb).readableText == text)
  }

  @Test func `text on any colour has the contrast that WCAG requires`() {
    let steps: [UInt32] = [0x00, 0x33, 0x66, 0x99, 0xCC, 0xFF]
    for red in steps {
      for green in steps {
        for blue in steps {
          let color = Color(rgb: red << 16 | green << 8 | blue)
          #expect(color.contrast(with: color.readableText) >= 4.5)
        }
      }
    }
  }

  @Test func `a fourth byte is ignored`() {
    #expect(Color(rgb: 0xFF00_5BA9) == Color(rgb: 0x00_5BA9))
  }
}
