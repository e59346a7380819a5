import Console

extension Command {
  /// `complete`: what the scripts of `completions` ask while somebody types. It answers in the form
  /// that they read, and nothing where anything goes wrong: an error would end up in the prompt.
  static func complete(_ completer: Completer) -> Command {
    Command(
      "complete", "Tell a shell how a command line may go on",
      arguments: [
        .option("line", "the line up to the cursor", value: "text"),
        .option("breaks", "the characters at which bash begins a word", value: "text"),
      ], examples: []
    ) { invocation in
      let typed = try invocation.input(TypedText.self)
      let line = ShellLine(typed.line ?? "", breaks: typed.breaks ?? "")
      let words = Array(line.words.dropFirst())
      let offer = try? await completer.offer(for: words, through: invocation.mediator)
      return try Answer(lines(for: offer, of: line, isBash: typed.breaks != nil)) { lines, _ in
        lines.joined(separator: "\n")
      }
    }
  }

  private struct TypedText: Decodable {
    let line: String?
    let breaks: String?
  }

  private static func lines(
    for offer: Completer.Offer?, of line: ShellLine, isBash: Bool
  ) -> [String] {
    switch offer {
    case nil: []
    case .files: [":files"]
    case .candidates(let candidates) where isBash: line.insertions(of: candidates.map(\.text))
    case .candidates(let candidates):
      candidates.map { $0.meaning.isEmpty ? $0.text : "\($0.text)\t\($0.meaning)" }
    }
  }
}
