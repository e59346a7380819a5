import Testing

@testable import Console

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
