import Foundation
import ModuleManager
import ModuleTesting
import NetworkInterface
import Platform
import Testing

@testable import Network

struct ResumableWriterTests {
  /// The transfer of a cancelled download may receive a response while another download of the same
  /// file is running.
  @Test(arguments: [200, 206])
  func `a closed writer rejects a response and leaves the file unchanged`(status: Int) throws {
    let temporary = TemporaryFolder()
    let url = "https://example.org/a"
    let folder = DownloadFolder(of: url, in: DataFolder(temporary.url))
    let lock = try folder.lock(for: url)
    defer { withExtendedLifetime(lock) {} }
    try Data("bytes".utf8).write(to: URL(filePath: folder.part))
    let writer = ResumableWriter(
      DownloadRequest(url: url), limit: 1000, in: folder, metadata: DownloadMetadata(url: url),
      shown: url)
    let address = try Address(url, allowsPlainHTTP: false)
    var response = try #require(HTTPResponse(statusLine: "HTTP/1.1 \(status) OK", from: address))
    _ = response.addField("Content-Range: bytes 5-9/10")
    writer.close()
    #expect(throws: CancellationError.self) { try writer.sink.begin(response) }
    #expect(throws: CancellationError.self) {
      try Data("other".utf8).withUnsafeBytes { try writer.sink.take($0) }
    }
    #expect(try Data(contentsOf: URL(filePath: folder.part)) == Data("bytes".utf8))
    #expect(folder.metadata == nil)
  }
}

struct RateMeterTests {
  @Test func `the rate is measured at most ten times a second`() {
    let start = ContinuousClock.now
    var meter = RateMeter()
    let due = (0..<100).filter { meter.isDue($0 * 10, at: start + .milliseconds($0 * 10)) }
    #expect(due == Array(stride(from: 0, to: 100, by: 10)))
    #expect(abs((meter.rate ?? 0) - 1000) < 1e-6)
  }
}
