#if os(Linux)
  package import Foundation

  /// A small disk in memory, mounted for a test. Mounting needs the rights of root.
  package final class SmallDisk: Sendable {
    package static let isPermitted = (try? SmallDisk(kilobytes: 64)) != nil

    private let folder = FileManager.default.temporaryDirectory.appending(path: "disk-\(UUID())")
    private var filler: URL { folder.appending(path: "filler") }
    /// A folder on the disk, which does not exist at first.
    package var home: URL { folder.appending(path: "home") }

    package init(kilobytes: Int) throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let status = Self.run(
        "mount", "-t", "tmpfs", "-o", "size=\(kilobytes)k", "tmpfs", folder.path)
      guard status == 0 else { throw POSIXError(.EPERM) }
    }

    deinit {
      _ = Self.run("umount", "-l", folder.path)
      try? FileManager.default.removeItem(at: folder)
    }

    /// Writes a file that leaves no space.
    package func fill() throws {
      try Data().write(to: filler)
      let file = try FileHandle(forWritingTo: filler)
      while (try? file.write(contentsOf: Data(count: 1024))) != nil {}
      try file.close()
    }

    /// Removes what `fill` has written.
    package func makeSpace() throws { try FileManager.default.removeItem(at: filler) }

    /// The paths of all files below the home.
    package var files: [String] {
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
#endif
