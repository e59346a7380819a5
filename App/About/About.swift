import Console
import Foundation

/// What the host is and where it keeps things.
struct About: Codable, Sendable {
  let name: String
  let version: String
  let summary: String
  let licence: String
  /// What it is made with.
  let parts: [String]
  /// The names of its modules.
  let modules: [String]
  /// Where its data lies.
  let folder: String

  func text(on page: Page) -> String {
    let facts = [
      ("licence", licence), ("made with", parts.joined(separator: ", ")),
      ("modules", modules.joined(separator: ", ")), ("data", folder),
    ]
    return page.paint("\(name) \(version)", .bold) + "\n"
      + page.paragraph(summary) + "\n\n"
      + page.definitions(facts) + "\n\n"
      + page.paragraph(
        "'metro credits' tells whose data it uses, 'metro versions' how it came here.")
  }
}
