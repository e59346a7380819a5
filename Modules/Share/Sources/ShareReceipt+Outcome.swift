import Console
import ShareInterface

extension ShareReceipt {
  /// Tells in which file the item is.
  init(_ item: ShareItem, through channel: String, in file: String) {
    self.init(
      title: item.title, channel: channel, text: nil, file: file,
      sentence: "'\(item.title)' is in '\(file)'.".printable)
  }

  /// Shows what a channel made of the item.
  /// - Throws: `ShareError.needsFile` when it is no text.
  init(
    _ item: ShareItem, through channel: String, showing document: ShareDocument
  ) throws(ShareError) {
    guard let text = String(validating: document.content, as: UTF8.self) else {
      throw .needsFile(channel: channel)
    }
    self.init(
      title: item.title, channel: channel, text: text, file: nil,
      sentence: text.withoutLineBreakAtEnd + (document.note ?? ""))
  }
}

extension String {
  /// Who shows a text ends its last line.
  fileprivate var withoutLineBreakAtEnd: String {
    last?.isNewline == true ? String(dropLast()) : self
  }
}
