#if os(Linux)
  import Foundation
  import ModuleTesting
  import TestSupport
  import Testing

  /// A small disk in memory, mounted for a test. Mounting needs the rights of root.
  private final class SmallDisk {
    static let isPermitted = (try? SmallDisk(kilobytes: 64)) != nil

    private let folder = TemporaryFolder()
    var home: URL { folder.url.appending(path: "home") }

    init(kilobytes: Int) throws {
      try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
      let status = Self.run(
        "mount", "-t", "tmpfs", "-o", "size=\(kilobytes)k", "tmpfs", folder.url.path)
      guard status == 0 else { throw POSIXError(.EPERM) }
    }

    deinit { _ = Self.run("umount", "-l", folder.url.path) }

    /// Writes a file that leaves no space.
    func fill() throws {
      let path = folder.url.appending(path: "filler").path
      try Data().write(to: URL(filePath: path))
      let file = try FileHandle(forWritingTo: URL(filePath: path))
      while (try? file.write(contentsOf: Data(count: 1024))) != nil {}
      try file.close()
    }

    /// The paths of all files below the home.
    var files: [String] {
      let paths = FileManager.default.enumerator(atPath: home.path)?.allObjects as? [String] ?? []
      return paths.filter { path in
        var isFolder: ObjCBool = false
        let full = home.appending(path: path).path
        return FileManager.default.fileExists(atPath: full, isDirectory: &isFolder)
          && !isFolder.boolValue
      }
    }

    private static func run(_ words: String...) -> Int32 {
      let environment = ProcessInfo.processInfo.environment
      return (try? ChildProcess.run(["/usr/bin/env"] + words, environment: environment).code) ?? -1
    }
  }

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
