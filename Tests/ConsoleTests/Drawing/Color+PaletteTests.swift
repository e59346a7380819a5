import Documents
import Testing

@testable import Console

struct ColorPaletteTests {
  @Test(
    arguments: [
      (.trueColor, [38, 2, 0, 91, 169], [48, 2, 0, 91, 169]),
      (.ansi256, [38, 5, 25], [48, 5, 25]),
      (.ansi16, [94], [104]),
      (.none, [], []),
    ] as [(ColorDepth, [Int], [Int])])
  func `a colour becomes the nearest colour of the depth`(
    depth: ColorDepth, foreground: [Int], background: [Int]
  ) {
    let blue = Color(rgb: 0x00_5BA9)
    #expect(blue.parameters(for: .foreground, at: depth) == foreground)
    #expect(blue.parameters(for: .background, at: depth) == background)
  }

  @Test(
    arguments: [
      (0x00_0000, 30), (0xC8_0000, 31), (0x00_C800, 32), (0xFE_0000, 91), (0xFF_FFFF, 97),
      (0x80_8080, 90), (0x35_6094, 94), (0x32_8D9A, 36), (0xA7_3C34, 31),
    ] as [(UInt32, Int)])
  func `the bright ANSI colours have their own codes`(rgb: UInt32, code: Int) {
    #expect(Color(rgb: rgb).parameters(for: .foreground, at: .ansi16) == [code])
  }

  @Test(
    arguments: [
      (0x00_0000, 16), (0xFF_FFFF, 231), (0xFF_0000, 196), (0x08_0808, 232), (0xEE_EEEE, 255),
      (0x5F_87AF, 67),
    ] as [(UInt32, Int)])
  func `a colour of the cube or of the greys is found exactly`(
    rgb: UInt32, index: Int
  ) {
    #expect(Color(rgb: rgb).parameters(for: .foreground, at: .ansi256) == [38, 5, index])
    #expect(Color(rgb: rgb).shown(at: .ansi256) == Color(rgb: rgb))
  }
}
