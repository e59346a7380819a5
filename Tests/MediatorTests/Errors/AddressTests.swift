import Mediator
import TestSupport
import Testing

@Suite struct AddressTests {
  @Test(arguments: [
    ("no file 'http://user:secret@host/feed.zip?token=T'", "no file 'http://…@host/feed.zip?…'"),
    ("HTTPS://user@host failed", "HTTPS://…@host failed"),
    ("https://u:a/b@host/c", "https://…@host/c"),
    ("https://u:a?b@host/c, https://u:a#b@host", "https://… https://…"),
    ("no file 'https://u:a'b@host/c'", "no file 'https://…@host/c'"),
    ("no file \"https://u:a\"<b>@host/c?d\"", "no file \"https://…@host/c?…\""),
    ("https://u:a@b?c@host/d", "https://…"),
    ("https://u:8080/a?b@host", "https://…"),
    ("https://key?a@host", "https://…"),
    ("'https://host/a?mail=me@host'", "'https://host/a?…'"),
    ("https://host/a'b?c@host", "https://…"),
    ("https://host:8080/a", "https://host:8080/a"),
    ("https:// failed", "https:// failed"),
    ("ftp://host/a#key, http://host/b?c", "ftp://host/a#… http://host/b?…"),
    ("https://host/feed.zip", "https://host/feed.zip"),
    ("shop://orders/list?page=2", "shop://orders/list?page=2"),
    ("ask me@host?", "ask me@host?"),
    ("'http://a@b' 'http://c?d'http://e?f\n@", "'http://…@b' 'http://c?…'http://e?…\n@"),
    ("http://a'http://b'http://c@d'http://e?f", "http://…@d'http://e?…"),
  ])
  func `addresses in messages lose user, password, query and fragment`(
    text: String, masked: String
  ) {
    #expect(text.withoutAddressSecrets == masked)
  }

  @Test(arguments: ["http://'", "http://a ", "h", "http://@", "http://?"])
  func `the time to find addresses grows with the length of a text, not with its square`(
    part: String
  ) {
    func time(_ length: Int) -> Duration {
      let text = [String](repeating: part, count: length).joined() + "://"
      return processorTime { _ = text.withoutAddressSecrets }
    }
    // Sixteen times as much; the square would be 256 times.
    #expect(time(3200) < time(200) * 64)
  }

  @Test(arguments: [
    ("https://host/a", true), ("user:secret@host/feed.zip", true), ("notes.txt", false),
    ("./me@home:1/notes.txt", false), ("a:b/c@d.txt", false),
  ])
  func `a path is not taken for an address`(text: String, isAddress: Bool) {
    #expect(text.isAddress == isAddress)
  }

  @Test func `a secret is not shown, whatever its separators are joined with`() {
    var (names, queries) = (
      JoinedText(special: "@:", seed: 2), JoinedText(special: "@?#:/", seed: 3)
    )
    for _ in 0..<2000 {
      let (name, query) = (names.next().withoutSpaces, queries.next().withoutSpaces)
      for address in [
        "https://\(name)S3CRET\(name)@example.org/a",
        "https://example.org/a?\(query)S3CRET\(query)",
        "https://example.org/\(name)#\(query)S3CRET",
      ] {
        #expect(!"cannot open '\(address)'".withoutAddressSecrets.contains("S3CRET"), "\(address)")
      }
    }
  }
}

extension String {
  fileprivate var withoutSpaces: String {
    String(UnicodeScalarView(unicodeScalars.filter { !$0.properties.isWhitespace }))
  }
}
