import Foundation
import FuzzSupport
import NetworkInterface

@testable import Network
@testable import News

/// Reads any bytes as the head of an HTTP response and what is stored of it, as a file of the
/// cache, as the metadata of a download, as an address and as a list of news.
@main
enum FuzzHTTP {
  private static let address: Address? = try? Address(
    "https://example.org/a", allowsPlainHTTP: false)

  static func main() {
    Fuzzer.run { bytes, count in
      let input = Data(UnsafeBufferPointer(start: bytes, count: count))
      FuzzHTTP.readHead(input)
      FuzzHTTP.readFiles(input)
      FuzzHTTP.readAddress(String(decoding: input, as: UTF8.self))
      return 0
    }
  }

  private static func readHead(_ input: Data) {
    guard let address else { preconditionFailure("the address is not valid") }
    var parser = HeadParser(of: address)
    for line in input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      guard let head = try? (line + [10]).withUnsafeBytes({ try parser.read($0) }) else { continue }
      precondition((200...999).contains(head.status) && head.length ?? 0 >= 0)
      store(head)
      if let location = head.header("Location") {
        _ = try? HTTPRequest(address, idle: .zero, total: nil)
          .redirected(to: location, status: head.status)
      }
    }
  }

  /// What the cache and a download store of a response never makes a later request fail.
  private static func store(_ head: HTTPResponse) {
    let metadata = DownloadMetadata(url: "https://example.org/a", head)
    check(metadata)
    let encoded = try? JSONEncoder().encode(metadata)
    let decoded = encoded.flatMap { try? JSONDecoder().decode(DownloadMetadata.self, from: $0) }
    precondition(decoded == metadata, "the metadata are read differently than written")
    if let range = HeaderField.contentRange(head.header("Content-Range")) {
      precondition(range.count > 0 && range.last < range.total ?? .max)
    }
    let pause = head.header("Retry-After").flatMap { HeaderField.retryAfter($0, now: Date()) }
    precondition(pause ?? .zero >= .zero)
    let response = FetchResponse(status: head.status, body: Data("body".utf8))
    guard let cached = CachedResponse(head, response, now: .distantPast) else { return }
    precondition((0...31_536_000).contains(cached.head.freshness))
    guard let content = try? cached.content, let read = CachedResponse(content) else {
      preconditionFailure("the cache cannot read what it has written")
    }
    precondition(read.response == response && read.head.etag == cached.head.etag)
    check(read)
  }

  private static func readFiles(_ input: Data) {
    let parts = input.split(
      separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
    let sealed = CachedResponse.content(head: parts.first ?? Data(), body: parts.last ?? Data())
    for cached in [CachedResponse(input), CachedResponse(sealed)] { cached.map(check) }
    if let metadata = try? JSONDecoder().decode(DownloadMetadata.self, from: input) {
      check(metadata)
    }
    if let news = try? JSONDecoder().decode(NewsResponse.self, from: input) {
      _ = NewsRange(offset: 0, limit: 10).rest(after: news)
    }
  }

  /// The parts that may be secret are neither shown nor stored.
  private static func readAddress(_ text: String) {
    let id = text.addressID
    precondition(id.addressID == id, "the id of '\(id)' is another one")
    guard let address = try? Address(text, allowsPlainHTTP: true), text.hasSecrets else { return }
    precondition(!address.shown.contains("?") && !address.shown.contains("#"))
    precondition(!id.hasSecrets && id != text)
  }

  private static func check(_ cached: CachedResponse) {
    _ = cached.isFresh(at: Date(), maximumAge: .seconds(60))
    checkRequest(cached.head.etag.map { ["If-None-Match": $0] } ?? [:])
  }

  private static func check(_ metadata: DownloadMetadata) {
    checkRequest(metadata.ifChanged ?? [:])
    checkRequest(metadata.ifRange.map { ["If-Range": $0] } ?? [:])
    precondition(metadata.total ?? 0 >= 0)
  }

  private static func checkRequest(_ headers: [String: String]) {
    guard let address else { return }
    do {
      _ = try HTTPRequest(address, headers: headers, idle: .zero, total: nil)
    } catch {
      preconditionFailure("a stored validator makes the next request fail: \(error)")
    }
  }
}
