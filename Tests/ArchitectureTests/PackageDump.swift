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

  /// SwiftPM could not read the package; with what it wrote to the standard error output.
  struct Failure: Error {
    let errors: String
  }

  /// Runs `swift package dump-package` with `MODULE` and `WITH` set. SwiftPM reads Package.swift only if it
  /// has changed.
  init(of folder: URL, module: String, with others: String = "") throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    // The process that runs these tests may hold the lock of the usual scratch folder.
    let scratch = FileManager.default.temporaryDirectory.appending(path: "package-\(UUID())")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    process.arguments =
      [
        "swift", "package", "dump-package", "--scratch-path", scratch.path,
        "--package-path", folder.path,
      ]
    // The key of the cache has all variables, so TMPDIR has no new value here.
    let environment = ["MODULE": module, "WITH": others]
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    // A second pipe could fill up and block the process while the first one is read.
    let errors = scratch.appending(path: "errors")
    try Data().write(to: errors)
    let output = Pipe()
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(errors: try String(contentsOf: errors, encoding: .utf8))
    }
    self = try JSONDecoder().decode(Self.self, from: data)
  }
}
