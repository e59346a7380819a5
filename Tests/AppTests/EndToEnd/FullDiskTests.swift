#if os(Linux)
  import Foundation
  import ModuleTesting
  import TestSupport
  import Testing

  /// The built host in a data folder on a full disk.
  @Suite(.enabled(if: HostProcess.isAvailable && SmallDisk.isPermitted), .timeLimit(.minutes(15)))
  struct FullDiskTests {
    private static let reading = [
      ["route", "Trindade", "Casa da Música"], ["stations"], ["station", "Trindade"],
      ["line", "D"],
      ["city", "list"], ["cities"],
      // Their databases do not exist yet.
      ["bookmarks"], ["history"], ["trips"], ["trips", "next"], ["cart"], ["orders"], ["messages"],
      ["account"], ["wallet"],
    ]

    @Test(arguments: reading)
    func `commands that only read work on a full disk, and write nothing`(line: [String])
      async throws
    {
      let disk = try SmallDisk(kilobytes: 64)
      try FileManager.default.createDirectory(at: disk.home, withIntermediateDirectories: true)
      try disk.fill()
      let end = try await HostProcess(
        line: line, home: disk.home, environment: ["METRO_LOG": "error"]
      ).end()
      #expect(end.code == 0 && !end.output.isEmpty, "\(end)")
      let files = disk.files.filter {
        (try? Data(contentsOf: disk.home.appending(path: $0)).isEmpty) == false
      }
      #expect(files.isEmpty, "\(files)")
    }

    /// The disk is full at once, while the feed is written, and after it.
    @Test(.enabled(if: SharedData.isAvailable), arguments: [64, 128, 256])
    func `an import on a disk that gets full ends with one sentence and leaves nothing`(
      kilobytes: Int
    ) async throws {
      let disk = try SmallDisk(kilobytes: kilobytes)
      let feed = SharedData.path("feeds/bart-2013.zip")
      let end = try await HostProcess(
        line: ["city", "add", "town", feed], home: disk.home, environment: ["METRO_LOG": "error"]
      ).end()
      #expect(end.code == 1 && end.output.isEmpty, "\(end)")
      #expect(end.errors.count == 1, "\(end.errors)")
      #expect(end.errors.first?.contains("no space left on device; ") == true, "\(end.errors)")
      // The compiled built-in city may have found its place.
      let files = disk.files.filter { $0.hasPrefix("data-source/") }
      #expect(files.allSatisfy { $0 == "data-source/cities/porto.city" }, "\(files)")
    }

    @Test(.enabled(if: SharedData.isAvailable))
    func `an import that exceeds the largest allowed file ends with one sentence`() async throws {
      let home = TemporaryFolder()
      let end = try await HostProcess(
        line: ["city", "add", "town", SharedData.path("feeds/bart-2013.zip")],
        after: "ulimit -f 64", home: home.url, environment: ["METRO_LOG": "error"]
      ).end()
      #expect(end.code == 1 && end.errors.count == 1, "\(end)")
      #expect(end.errors.first?.contains("file too large; ") == true, "\(end.errors)")
      let left = FileManager.default.enumerator(atPath: home.url.path)?.allObjects as? [String]
      #expect(left?.contains { $0.hasSuffix(".city") || $0.contains("temporary/") } == false)
    }
  }
#endif
