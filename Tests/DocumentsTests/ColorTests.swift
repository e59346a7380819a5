import Testing

@testable import Documents

struct ColorTests {
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

struct ColorDepthTests {
  @Test(
    arguments: [
      ([:], .none),
      (["TERM": ""], .none),
      (["TERM": "dumb", "COLORTERM": "truecolor"], .none),
      (["TERM": "xterm"], .ansi16),
      (["TERM": "xterm", "COLORTERM": "yes"], .ansi16),
      (["TERM": "screen-256color"], .ansi256),
      (["TERM": "xterm-256color", "COLORTERM": "truecolor"], .trueColor),
      (["TERM": "xterm", "COLORTERM": "24bit"], .trueColor),
      (["TERM": "xterm", "NO_COLOR": "1"], .none),
      (["TERM": "xterm", "NO_COLOR": ""], .ansi16),
      (["TERM": "xterm", "NO_COLOR": "1", "CLICOLOR_FORCE": "1"], .none),
    ] as [(Environment, ColorDepth)])
  func `the colours of a terminal depend on its environment`(
    environment: Environment, depth: ColorDepth
  ) {
    #expect(ColorDepth(environment: environment, isTerminal: true) == depth)
  }

  @Test(
    arguments: [
      (["TERM": "xterm-256color"], .none),
      (["TERM": "xterm-256color", "CLICOLOR_FORCE": "0"], .none),
      (["TERM": "xterm-256color", "CLICOLOR_FORCE": ""], .none),
      (["TERM": "xterm-256color", "CLICOLOR_FORCE": "1"], .ansi256),
      (["CLICOLOR_FORCE": "1"], .ansi16),
      (["NO_COLOR": "1", "CLICOLOR_FORCE": "1"], .none),
    ] as [(Environment, ColorDepth)])
  func `a file has colours only if they are forced`(
    environment: Environment, depth: ColorDepth
  ) {
    #expect(ColorDepth(environment: environment, isTerminal: false) == depth)
  }

  @Test func `depths are ordered by their number of colours`() {
    #expect(ColorDepth.allCases.sorted() == [.none, .ansi16, .ansi256, .trueColor])
  }
}
