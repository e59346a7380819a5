import Console
import Foundation
import ShareInterface

extension ShareItem {
  /// The item's link alone.
  var linkDocument: ShareDocument {
    get throws {
      guard let link, !link.isEmpty else {
        throw ShareError.missing("link", title: title, channel: "link")
      }
      return ShareDocument(
        content: Data("\(link.printable)\n".utf8),
        fileName: fileName("url"))
    }
  }
}
