import Foundation
import ModuleTesting
import NetworkInterface
import TestSupport
import Testing

@testable import Network

/// What a server sends, byte by byte, and what becomes of it.
struct RawAnswer: Sendable {
  enum Outcome: Sendable {
    case body(String)
    /// The error for the address of the request.
    case error(@Sendable (String) -> NetworkError)

    func matches(_ result: Result<Data, any Error>, of url: String) -> Bool {
      switch (self, result) {
      case (.body(let text), .success(let body)): body == Data(RawAnswer.bytes(of: text))
      case (.error(let error), .failure(let found)): found as? NetworkError == error(url)
      case (.body, .failure), (.error, .success): false
      }
    }
  }

  /// What is unusual about the answer.
  let name: String
  /// The bytes, each as the Unicode scalar with its number.
  let text: String
  let fetched: Outcome
  let downloaded: Outcome

  /// - Parameter downloaded: The outcome of a download; nil for the same as that of a fetch.
  init(_ name: String, _ text: String, _ fetched: Outcome, downloaded: Outcome? = nil) {
    self.name = name
    self.text = text
    self.fetched = fetched
    self.downloaded = downloaded ?? fetched
  }

  static func bytes(of text: String) -> [UInt8] {
    text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
  }

  /// Fetches and downloads each answer once, all of them at the same time.
  static func check(
    _ answers: [RawAnswer], sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let fixture = NetworkFixture(attempts: 1)
    var steps = ["/ok": [HTTPServer.Step.respond(200, "onetwo")]]
    for (index, answer) in answers.enumerated() {
      steps["/\(index)"] = [.bytes(bytes(of: answer.text))]
    }
    let server = try HTTPServer(steps)
    await withTaskGroup { group in
      for (index, answer) in answers.enumerated() {
        let url = server.url("/\(index)")
        group.addTask {
          let fetched = await result(matching: answer.fetched, of: url) {
            try await fixture.fetcher.fetch(FetchRequest(url: url, limit: 1000)).body
          }
          #expect(
            answer.fetched.matches(fetched, of: url), "\(answer.name), fetched: \(fetched)",
            sourceLocation: sourceLocation)
          let downloaded = await result(matching: answer.downloaded, of: url) {
            let request = DownloadRequest(url: url, limit: 1000)
            guard case .file(let path) = try await fixture.downloads.download(request) else {
              throw CancellationError()
            }
            return try Data(contentsOf: URL(filePath: path))
          }
          #expect(
            answer.downloaded.matches(downloaded, of: url),
            "\(answer.name), downloaded: \(downloaded)", sourceLocation: sourceLocation)
        }
      }
    }
  }

  /// The result of a request, which is repeated once if it is another one: on a machine where a
  /// thousand tests run, a few of many thousand connections ended early.
  private static func result(
    matching outcome: Outcome, of url: String, _ body: () async throws -> Data
  ) async -> Result<Data, any Error> {
    func attempt() async -> Result<Data, any Error> {
      do { return .success(try await body()) } catch { return .failure(error) }
    }
    let first = await attempt()
    return outcome.matches(first, of: url) ? first : await attempt()
  }
}
