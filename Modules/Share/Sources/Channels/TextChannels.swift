import Console
import Foundation
import Mediator
import ShareInterface

extension ShareItem {
  /// The width of tables, as in a mail.
  private static let columns = 72

  /// The item as plain text.
  var textDocument: ShareDocument {
    get throws {
      ShareDocument(
        content: Data("\(try text(for: "text"))\n".utf8), fileName: fileName("txt"))
    }
  }

  /// The item's link.
  var linkDocument: ShareDocument {
    get throws {
      guard let link, !link.isEmpty else {
        throw ShareError.missing("link", title: title, channel: "link")
      }
      return ShareDocument(content: Data("\(link.printable)\n".utf8), fileName: fileName("url"))
    }
  }

  /// The item's text, if it is short enough for the clipboard of the terminal.
  var clipboardDocument: ShareDocument {
    get throws {
      let text = try text(for: "clipboard")
      guard text.utf8.count <= Clipboard.maximumSize else {
        throw ShareError.tooLong(
          title: title, bytes: text.utf8.count, limit: Clipboard.maximumSize)
      }
      return ShareDocument(
        content: Data(text.utf8),
        fileName: fileName("txt"),
        note: "Copied '\(title.printable)' to the clipboard, if the terminal allows it.")
    }
  }

  /// A link that opens a mail with the item's text and link.
  ///
  /// Source: RFC 6068, 2 and 5: all but unreserved characters are encoded, and lines end with
  /// `%0D%0A`.
  var mailDocument: ShareDocument {
    get throws {
      let text = try text(for: "mail")
      let link = link.map(\.printable) ?? text
      let body = (link == text ? text : "\(text)\n\n\(link)").replacing("\n", with: "\r\n")
      let subject = title.printable
      return ShareDocument(
        content: Data(
          "mailto:?subject=\(subject.percentEncoded)&body=\(body.percentEncoded)\n".utf8),
        fileName: fileName("url"))
    }
  }

  /// The item's text and table, or else its link, without control characters.
  /// - Throws: `ShareError.missing` when the item has none of them.
  private func text(for channel: String) throws(ShareError) -> String {
    let parts = [text, table?.text(columns: Self.columns) ?? ""].filter { !$0.isEmpty }
    guard let text = parts.isEmpty ? link : parts.joined(separator: "\n\n"), !text.isEmpty else {
      throw .missing("text", title: title, channel: channel)
    }
    return text.printableLines.joined(separator: "\n")
  }
}

extension ShareTable {
  fileprivate func text(columns: Int) -> String {
    var table = Table(self.columns.map { Table.Column($0, isFlexible: true) })
    for row in rows { table.append(row.map { Table.Cell($0) }) }
    return table.text(on: Page(columns: columns))
  }
}
