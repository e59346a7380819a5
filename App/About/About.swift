import Console

/// The host's name, version, licence and data folder.
struct About: Codable, Sendable {
  let name: String
  let version: String
  let summary: String
  let licence: String
  /// The language and the libraries that it is made with.
  let parts: [String]
  /// The names of its modules.
  let modules: [String]
  /// The path of its data folder.
  let folder: String

  func text(on page: Page) -> String {
    let attributes = [
      ("licence", licence), ("made with", parts.joined(separator: ", ")),
      ("modules", modules.joined(separator: ", ")), ("data", folder),
    ]
    return page.paint("\(name) \(version)", .bold) + "\n"
      + page.paragraph(summary) + "\n\n"
      + page.definitions(attributes) + "\n\n"
      + page.paragraph(
        "Run 'metro credits' for data sources and licences, and 'metro versions' for the release "
          + "history.")
  }
}

/// Draws the credits one below the other.
enum CreditsView {
  static func text(_ credits: [Credit], on page: Page) -> String {
    credits.map { credit in
      let attributes = [
        ("by", credit.author), ("licence", credit.licence ?? "unknown"),
      ]
      let source = credit.source.map { [("source", $0)] } ?? []
      return page.paint(credit.work, .bold) + "\n" + page.definitions(attributes + source)
    }.joined(separator: "\n\n")
  }
}
