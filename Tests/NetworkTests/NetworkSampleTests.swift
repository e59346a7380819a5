import Foundation
import Mediator
import ModuleManager
import NetworkInterface
import Testing

@Suite struct NetworkSampleTests {
  private let sample = Network.sample(of: "https://example.org/soups", body: "[1]")

  @Test(arguments: [
    ("https://example.org/soups", true), ("https://example.org/soups?offset=0&limit=10", true),
    ("https://example.org/soups/1", false), ("https://example.org/", false), ("", false),
  ])
  func `a sample answers for its address, whatever the query`(url: String, isAnswered: Bool) throws
  {
    let response = try sample.output(FetchRequest(url: url)) as? FetchResponse
    #expect(response?.body == (isAnswered ? Data("[1]".utf8) : nil))
  }

  @Test func `a sample with a query answers for this query only`() throws {
    let sample = Network.sample(of: "https://example.org/soups?page=2", body: "[2]")
    #expect(try sample.output(FetchRequest(url: "https://example.org/soups?page=2")) != nil)
    #expect(try sample.output(FetchRequest(url: "https://example.org/soups?page=3")) == nil)
    #expect(try sample.output(FetchRequest(url: "https://example.org/soups")) == nil)
  }

  @Test func `a sample answers neither other methods nor other actions`() throws {
    let request = FetchRequest(url: "https://example.org/soups", method: .post)
    #expect(try sample.output(request) == nil)
    #expect(try sample.output(DownloadRequest(url: "https://example.org/soups")) == nil)
    #expect(sample.action.path == "network/fetch")
  }

  @Test func `a sample that the caller does not accept is an error`() {
    let request = FetchRequest(url: "https://example.org/soups") { _ in
      throw CocoaError(.coderInvalidValue)
    }
    #expect(throws: CocoaError.self) { try sample.output(request) }
  }

  @Test(arguments: [
    ("https://example.org/soups?key=secret", "https://example.org/soups"),
    ("https://me:secret@example.org/soups", "https://example.org/soups"),
  ])
  func `a request is described by its address without what may be secret`(
    url: String, description: String
  ) {
    #expect("\(FetchRequest(url: url))" == description)
    #expect("\(DownloadRequest(url: url))" == description)
  }
}
