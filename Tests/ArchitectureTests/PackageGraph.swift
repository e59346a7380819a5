import Foundation

/// The targets of the package and their dependencies, as SwiftPM reads them from Package.swift.
struct PackageGraph {
  struct Target {
    let name: String
    /// The folder of its sources, from the package's folder.
    let path: String
    /// The names of its direct dependencies.
    let dependencies: Set<String>
  }

  /// What kind a target is of, which decides what it may import.
  enum Role: Equatable {
    case kernel, kit, interface, host, testLibrary, fixture, hostTests, benchmarks, fuzz
    case feature(String)
    case tests(of: String)
  }

  let targets: [Target]

  /// The target that a file belongs to.
  func target(of path: String) -> Target? {
    targets.first { path.hasPrefix($0.path + "/") }
  }

  func role(of target: Target) -> Role {
    let name = target.name
    return switch true {
    case ["Mediator", "ModuleManager"].contains(name): .kernel
    case ["App", "Tests/EmbeddedHost"].contains(target.path): .host
    case name.hasSuffix("Interface"): .interface
    case ["ModuleTesting", "TestSupport"].contains(name): .testLibrary
    case name.hasSuffix("Fixture"): .fixture
    case name == "benchmarks": .benchmarks
    case name == "AppTests": .hostTests
    case name.hasPrefix("Fuzz"): .fuzz
    case name.hasSuffix("Tests"): .tests(of: String(name.dropLast("Tests".count)))
    case isTarget("\(name)Interface"): .feature(name)
    default: .kit
    }
  }

  func role(ofModule name: String) -> Role? {
    targets.first { $0.name == name }.map { role(of: $0) }
  }

  func isTarget(_ name: String) -> Bool { targets.contains { $0.name == name } }

  /// Whether a module contains the sources of a feature.
  func isImplementation(_ name: String) -> Bool { isTarget(name) && isTarget("\(name)Interface") }
}

extension PackageGraph {
  /// Loads all targets of the package in a folder, the standalone ones included.
  static func load(from folder: URL) throws -> PackageGraph {
    let dump = try JSONDecoder().decode(
      PackageDump.self, from: dumpPackage(in: folder, module: "*").output)
    return PackageGraph(
      targets: dump.targets.map { target in
        let names = target.dependencies.compactMap { $0.byName?.first ?? nil }
        return Target(
          name: target.name, path: target.path ?? "Tests/\(target.name)", dependencies: Set(names))
      })
  }

  /// Runs `swift package dump-package` with `MODULE` set.
  static func dumpPackage(
    in folder: URL, module: String
  ) throws -> (output: Data, errors: String) {
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
    return (data, try String(contentsOf: errors, encoding: .utf8))
  }
}

/// The part of `swift package dump-package` that these tests need.
private struct PackageDump: Decodable {
  struct Target: Decodable {
    struct Dependency: Decodable {
      let byName: [String?]?
    }

    let name: String
    let path: String?
    let dependencies: [Dependency]
  }

  let targets: [Target]
}
