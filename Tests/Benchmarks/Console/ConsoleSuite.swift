import Console
import Foundation

/// The cost of the filter for all text that is written, on texts that need no change.
enum ConsoleSuite: Suite {
  static let name = "console"

  private static let texts = [
    ("ASCII", "08:00  Trindade -> Aliados, line D\n"),
    ("styled Latin", "\u{1B}[1m08:00\u{1B}[0m  São Bento → Estádio do Dragão · linha A\n"),
    ("Chinese", "西直门 → 国贸，10号线\n"),
  ]

  static func figures(_ options: Options) async throws -> [Figure] {
    let null = open("/dev/null", O_WRONLY)
    defer { close(null) }
    let terminal = Terminal(descriptor: null, environment: [:])
    var figures: [Figure] = []
    for (name, line) in texts {
      let text = String(repeating: line, count: 100_000 / line.utf8.count)
      let bytes = Array(text.utf8)
      // Validating UTF-8 is the least that a look at every byte costs.
      let comparison = try await Stopwatch().compare {
        for _ in 0..<$0 { terminal.write(text) }
      } with: {
        for _ in 0..<$0 where String(validating: bytes, as: UTF8.self) == nil { return }
      }
      figures.append(
        Figure(
          "100 kB of \(name) text written, and validated", comparison, "ns", ratio: .atMost(30)))
    }
    return figures
  }
}
