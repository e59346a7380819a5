import Foundation
import ModuleTesting
import NetworkInterface
import TestSupport
import Testing

@testable import Network

/// Broken, unusual and hostile archives, sent by a server that interrupts each transfer. What is
/// wrong with an archive must reach its import unchanged.
@Suite(.highPriority, .enabled(if: SharedData.isAvailable), .timeLimit(.minutes(15)))
struct SharedArchivesTests {
  private let fixture = NetworkFixture()

  @Test func `every archive arrives unchanged after an interruption`() async throws {
    let folder = SharedData.folder.appending(path: "bad")
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".zip") }
    #expect(names.count == 276)
    let archives = try names.map { try [UInt8](Data(contentsOf: folder.appending(path: $0))) }
    let scripts = archives.indices.map { ("/\($0)", script(for: archives[$0])) }
    let server = try HTTPServer(scripts: Dictionary(uniqueKeysWithValues: scripts))
    try await withThrowingTaskGroup { group in
      for (index, name) in names.enumerated() {
        group.addTask { [fixture] in
          let url = server.url("/\(index)")
          let outcome = try await fixture.downloads.download(DownloadRequest(url: url))
          let path = DownloadFolder(of: url, in: fixture.downloads.folder).part
          #expect(outcome == .file(path), "\(name)")
          #expect(try Data(contentsOf: URL(filePath: path)) == Data(archives[index]), "\(name)")
        }
      }
      try await group.waitForAll()
    }
    let resumed = archives.filter { $0.count > 1 }.count
    #expect(resumed > names.count / 2)
    #expect(server.heads.filter { $0.contains("Range: bytes=") }.count >= resumed)
  }

  /// Sends the first half and closes the connection; then sends the rest.
  private func script(for archive: [UInt8]) -> HTTPServer.Script {
    let (size, half) = (archive.count, archive.count / 2)
    func head(_ status: String, length: Int, _ field: String = "Accept-Ranges: bytes") -> String {
      "HTTP/1.1 \(status)\r\nETag: \"1\"\r\nContent-Length: \(length)\r\n\(field)\r\n\r\n"
    }
    let range = "Content-Range: bytes \(half)-\(size - 1)/\(size)"
    // Nothing can be continued after no bytes.
    guard half > 0 else { return [[.send(head("200 OK", length: size)), .bytes(archive)]] }
    return [
      [.send(head("200 OK", length: size)), .bytes(Array(archive[..<half]))],
      [
        .send(head("206 Partial Content", length: size - half, range)),
        .bytes(Array(archive[half...])),
      ],
    ]
  }
}
