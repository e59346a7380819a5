import Foundation

/// The part of `swift package dump-package` that these tests need.
struct PackageDump: Decodable {
  struct Target: Decodable {
    struct Dependency: Decodable {
      let byName: [String?]?
    }

    let name: String
    let path: String?
    let dependencies: [Dependency]
  }

  struct Product: Decodable {
    let name: String
  }

  let targets: [Target]
  let products: [Product]

  /// Runs `swift package dump-package` with `MODULE` set.
  static func load(from folder: URL, module: String) throws -> (package: Self, errors: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    // The process that runs these tests may hold the lock of the usual scratch folder.
    let scratch = FileManager.default.temporaryDirectory.appending(path: "package-\(UUID())")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    process.arguments = [
      "swift", "package", "dump-package", "--package-path", folder.path, "--scratch-path",
      scratch.path,
    ]
    // SwiftPM's temporary files are removed with the scratch folder.
    process.environment = ProcessInfo.processInfo.environment.merging([
      "MODULE": module, "TMPDIR": scratch.path,
    ]) { $1 }
    // A second pipe could fill up and block the process while the first one is read.
    let errors = scratch.appending(path: "errors")
    try Data().write(to: errors)
    let output = Pipe()
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let package = try JSONDecoder().decode(Self.self, from: data)
    return (package, try String(contentsOf: errors, encoding: .utf8))
  }
}
