import Console

/// Draws whose work is used, one after the other.
enum CreditsView {
  static func text(_ credits: [Credit], on page: Page) -> String {
    credits.map { credit in
      let facts = [
        ("by", credit.author), ("licence", credit.licence ?? "none is known"),
      ]
      let source = credit.source.map { [("source", $0)] } ?? []
      return page.paint(credit.work, .bold) + "\n" + page.definitions(facts + source)
    }.joined(separator: "\n\n")
  }
}
