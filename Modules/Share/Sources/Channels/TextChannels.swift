import Console
import Foundation
import Mediator
import ShareInterface

extension ShareItem {
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
      let body = (link == text ? text : "\(text)\n\n\(link)").replacingScalars {
        $0 == "\n" ? "\r\n" : nil
      }
      let subject = title.printable
      return ShareDocument(
        content: Data(
          "mailto:?subject=\(subject.percentEncoded)&body=\(body.percentEncoded)\n".utf8),
        fileName: fileName("url"))
    }
  }

  /// The item's text, or else its link, without control characters.
  /// - Throws: `ShareError.missing` when the item has neither.
  private func text(for channel: String) throws(ShareError) -> String {
    guard let text = text.isEmpty ? link : text, !text.isEmpty else {
      throw .missing("text", title: title, channel: channel)
    }
    return text.printableLines.joined(separator: "\n")
  }
}

extension ShareItem {
  /// A file name made of the title and an extension.
  func fileName(_ pathExtension: String) -> String {
    NamedFile.name(for: title, pathExtension: pathExtension)
  }
}
