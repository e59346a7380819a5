import Foundation
import ModuleTesting
import TestSupport
import Testing

/// The built host, started where new files are open to all users.
@Suite(.enabled(if: HostProcess.isAvailable), .timeLimit(.minutes(15)))
struct PermissionsTests {
  private let temporary = TemporaryFolder()
  private var home: URL { temporary.url.appending(path: "home") }

  /// The files and folders that other users can open, with their modes.
  private var open: [String] {
    let paths = FileManager.default.enumerator(atPath: home.path)?.allObjects as? [String] ?? []
    return ([""] + paths).sorted().compactMap { path in
      var status = stat()
      guard lstat(home.appending(path: path).path, &status) == 0 else { return nil }
      let expected: mode_t = status.st_mode & S_IFMT == S_IFDIR ? 0o700 : 0o600
      let mode = status.st_mode & 0o7777
      return mode == expected ? nil : "\(path) \(String(mode, radix: 8))"
    }
  }

  @Test func `everything that commands store is readable by the current user only`() async throws {
    let feeds = SharedData.checkout.appending(path: "Tests/AppTests/Fixtures/Feeds")
    let feed = feeds.appending(path: "three-stations.zip").path
    let content = [UInt8](try Data(contentsOf: URL(filePath: feed)))
    let fields = "ETag: \"1\"\r\nContent-Length: \(content.count)\r\nConnection: close"
    let notices: [HTTPServer.Step] = [.respond(200, #"{"items": [], "hasMore": false}"#)]
    let server = try HTTPServer([
      "/news?offset=0&limit=10": notices, "/news?offset=0&limit=200&urgent=true": notices,
      "/feed.zip": [.send("HTTP/1.1 200 OK\r\n\(fields)\r\n\r\n"), .bytes(content)],
    ])
    let bookmarks = temporary.url.appending(path: "bookmarks.json").path
    for line in [
      ["city", "add", "file", feed], ["city", "add", "address", server.url("/feed.zip")],
      ["city", "update", "address"],
      ["city", "use", "file"], ["city", "use", "porto"], ["cities"],
      ["bookmarks", "add", "Home", "Trindade", "Bolhão"],
      ["bookmarks", "export", "--to", bookmarks],
      ["bookmarks", "remove", "Home"], ["bookmarks", "import", bookmarks],
      ["route", "Trindade", "Casa da Música"], ["history"], ["news"], ["doctor"],
    ] {
      let end = try await HostProcess(
        line: line, after: "umask 0", home: home,
        environment: ["METRO_NEWS_URL": server.url("/news"), "METRO_LOG": "error"]
      ).end()
      #expect(end.code == 0, "\(line) \(end)")
      #expect(open.isEmpty, "\(line): \(open)")
    }
  }
}
