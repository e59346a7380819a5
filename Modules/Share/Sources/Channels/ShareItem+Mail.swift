import Console
import Foundation
import ShareInterface

extension ShareItem {
  /// An address that opens a mail with the item and its link in it.
  ///
  /// Source: RFC 6068, 2 and 5: everything but unreserved characters is encoded, and lines end in
  /// `%0D%0A`.
  var mailDocument: ShareDocument {
    get throws {
      let text = try body(for: "mail")
      let link = link.map(\.printable) ?? text
      let body = (link == text ? text : "\(text)\n\n\(link)").replacing("\n", with: "\r\n")
      let address = "mailto:?subject=\(title.printable.encoded)&body=\(body.encoded)\n"
      return ShareDocument(
        content: Data(address.utf8), fileName: fileName("url"))
    }
  }
}

extension String {
  /// With everything but unreserved characters as `%` and two digits (RFC 3986, 2.3).
  fileprivate var encoded: String {
    let unreserved = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    return addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }
}
