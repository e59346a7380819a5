import Foundation
import NetworkInterface
import TestSupport
import Testing

@testable import Network

@Suite struct AddressTests {
  @Test(arguments: [
    "https://example.org", "HTTPS://example.org/a.zip?key=1", "https://example.org:8443/",
    "http://localhost/", "http://LOCALHOST:80/", "http://127.0.0.1/", "http://127.255.3.4/",
    "http://[::1]:8080/", "http://[::1]", "https://me:12@example.org/", "https://example.org:/a:1",
    "https://北京.example/北京",
  ])
  func `https is accepted and plain HTTP on this machine`(url: String) throws {
    let address = try Address(url, allowsPlainHTTP: false)
    #expect(address.host.isEmpty == false)
  }

  @Test(arguments: [
    "http://example.org/", "http://127.example.org/", "http://127.0.0.1.example.org/",
    "http://localhost.example.org/", "http://10.0.0.1/", "http://127.0.0/", "http://127.0.0.256/",
  ])
  func `plain HTTP elsewhere needs permission`(url: String) throws {
    #expect(throws: NetworkError.plainHTTP(url)) { try Address(url, allowsPlainHTTP: false) }
    #expect(throws: Never.self) { try Address(url, allowsPlainHTTP: true) }
  }

  @Test(arguments: [
    "", "beijing.zip", "/tmp/beijing.zip", "ftp://example.org/a", "file:///etc/passwd", "https://",
    "https:///a", "https:example.org", "https://example.org:0/", "https://example.org:65536/", "\0",
    "https://example.org:99999999999999999999/a", "https://[::1]:99999999999999999999",
    "https://exa mple.org/", "https://[::1/", "://a", "://",
  ])
  func `every other text is not a web address`(text: String) {
    #expect(throws: NetworkError.badURL(text)) { try Address(text, allowsPlainHTTP: true) }
  }

  @Test(arguments: [
    ("ftp://me:secret@example.org/a?k=secret", "ftp://…@example.org/a?…"),
    ("https://me:secret@exa mple.org/a#secret", "https://…@exa mple.org/a#…"),
    ("https://me:sec#ret@example.org/a", "https://…"),
    ("https://me:sec?r@t://secret@example.org/a", "https://…"),
    ("https://me:secret@/a.zip", "https://…@/a.zip"), ("me:secret@example.org", "…@example.org"),
    ("me:secret://secret@example.org", "…@example.org"),
    ("https:/me:secret@example.org", "…@example.org"),
  ])
  func `a text that is not a web address is shown without what may be secret`(
    text: String, shown: String
  ) throws {
    let address = try Address("https://example.org/a?k=secret", allowsPlainHTTP: false)
    #expect(throws: NetworkError.badURL(shown)) { try Address(text, allowsPlainHTTP: true) }
    let error = #expect(throws: NetworkError.self) { try address.following(location: text) }
    #expect(error?.description.contains("secret") == false)
  }

  @Test(arguments: [
    ("https://example.org/a", "https://example.org/a"), ("https://a.org/@b", "https://a.org/@b"),
    ("https://a.org/a%2Fb", "https://a.org/a%2Fb"),
    ("https://a.org/?key=1", "https://a.org/"), ("https://me@a.org/", "https://a.org/"),
    ("https://me:1@a.org:1/b", "https://a.org:1/b"), ("https://a.org/#b", "https://a.org/"),
    ("://a.org/?key=1", "//a.org/"), ("me@a", ""), ("?", ""), ("a?b#c@d", ""),
  ])
  func `a digest replaces what may be secret in an address`(address: String, rest: String) {
    let id = address.addressID
    #expect(id.addressID == id && !id.hasSecrets)
    #expect(id.hasPrefix(rest) && id.contains("#sha256-") == (id != address))
    #expect((id == address) == !address.hasSecrets)
    #expect("\(address)?other".addressID != id)
  }

  @Test func `a secret is not shown, whatever its separators are joined with`() {
    var (names, queries) = (
      JoinedText(special: "@:", seed: 2), JoinedText(special: "@?#:/", seed: 3)
    )
    for _ in 0..<2000 {
      let (name, query) = (names.next(), queries.next())
      for address in [
        "https://\(name)S3CRET\(name)@example.org/a", "\(name)S3CRET\(name)@example.org",
        "https://example.org/a?\(query)S3CRET", "https://example.org/\(name)#\(query)S3CRET",
      ] {
        for shown in [address.shownAddress, address.addressID, address.withoutSecrets] {
          #expect(!shown.contains("S3CRET"), "\(address)")
        }
      }
    }
  }

  @Test func `messages contain no user, password, query or fragment`() throws {
    let address = try Address(
      "https://me:secret@example.org:8443/a b.zip?key=secret#secret", allowsPlainHTTP: false)
    #expect(address.shown == "https://example.org:8443/a%20b.zip")
  }

  @Test(arguments: [
    ("/b?c=d", "https://example.org/b?c=d"), ("b", "https://example.org/a/b"),
    ("//other.org/b", "https://other.org/b"), ("https://other.org", "https://other.org"),
  ])
  func `a redirect may be relative or absolute`(location: String, url: String) throws {
    let address = try Address("https://example.org/a/", allowsPlainHTTP: false)
    #expect(try address.following(location: location).url.absoluteString == url)
  }

  @Test(arguments: [true, false])
  func `a redirect to an unencrypted address is rejected`(allowsPlainHTTP: Bool) throws {
    let address = try Address("https://example.org/a", allowsPlainHTTP: allowsPlainHTTP)
    let expected = NetworkError.insecureRedirect("https://example.org/a", to: "http://127.0.0.1/b")
    #expect(throws: expected) { try address.following(location: "http://127.0.0.1/b?key=1") }
  }

  @Test func `a redirect to a file is rejected`() throws {
    let address = try Address("https://example.org/a", allowsPlainHTTP: true)
    let expected = NetworkError.badRedirect("https://example.org/a", to: "file:///etc/passwd")
    #expect(throws: expected) {
      try address.following(location: "file:///etc/passwd")
    }
  }
}
