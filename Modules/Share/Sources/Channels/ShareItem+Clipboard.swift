import Console
import Foundation
import ShareInterface

extension ShareItem {
  /// How much text terminals take: more, and the sequence is longer than 100,000 bytes.
  static let longestClipboard = 74_994

  /// The sequence that puts the item's text into the clipboard of the terminal that shows it.
  ///
  /// Source: xterm, "Operating System Commands", Ps = 52.
  var clipboardDocument: ShareDocument {
    get throws {
      let body = Data(try body(for: "clipboard").utf8)
      guard body.count <= Self.longestClipboard else {
        throw ShareError.tooLong(title: title, bytes: body.count, limit: Self.longestClipboard)
      }
      return ShareDocument(
        content: Data("\u{1B}]52;c;\(body.base64EncodedString())\u{7}".utf8),
        fileName: fileName("osc"),
        note: "'\(title.printable)' is in the clipboard, where the terminal allows it.")
    }
  }
}
