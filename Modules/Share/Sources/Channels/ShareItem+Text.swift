import Console
import Foundation
import ShareInterface

extension ShareItem {
  private static let columns = 72

  /// The item as plain text.
  var textDocument: ShareDocument {
    get throws {
      ShareDocument(
        content: Data("\(try body(for: "text"))\n".utf8),
        fileName: fileName("txt"))
    }
  }

  /// Its text and its table, or else its link, without anything that commands a terminal.
  /// - Throws: `ShareError.missing` when there is nothing to read.
  func body(for channel: String) throws(ShareError) -> String {
    let parts = [text, table?.drawn(in: Self.columns) ?? ""].filter { !$0.isEmpty }
    guard let body = parts.isEmpty ? link : parts.joined(separator: "\n\n"), !body.isEmpty else {
      throw .missing("text", title: title, channel: channel)
    }
    return body.printableLines.joined(separator: "\n")
  }
}

extension ShareTable {
  fileprivate func drawn(in columns: Int) -> String {
    var table = Table(self.columns.map { Table.Column($0, isFlexible: true) })
    for row in rows { table.append(row.map { Table.Cell($0) }) }
    return table.text(on: Page(columns: columns))
  }
}

extension String {
  /// Its lines, each without anything that commands a terminal.
  var printableLines: [String] {
    split(omittingEmptySubsequences: false) { $0.isNewline }.map { String($0).printable }
  }
}
