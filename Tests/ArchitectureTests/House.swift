import Foundation

/// The targets that the manifest declares, as SwiftPM reads it.
struct House {
  struct Target {
    let name: String
    /// Where its sources lie, from the package's folder.
    let path: String
    /// The targets that it names itself.
    let dependencies: Set<String>
  }

  let targets: [Target]

  /// The target that a file belongs to.
  func target(of path: String) -> Target? {
    targets.first { path.hasPrefix($0.path + "/") }
  }

  /// What a target may import, and why.
  func role(of target: Target) -> Role {
    let name = target.name
    return switch true {
    case ["Mediator", "ModuleManager"].contains(name): .kernel
    case target.path == "App": .host
    case name.hasSuffix("Interface"): .interface
    case name == "TestSupport": .testSupport
    case name == "benchmarks": .benchmarks
    case name == "AppTests": .hostTests
    case name.hasPrefix("Fuzz"): .fuzz
    case name.hasSuffix("Tests"): .tests(of: String(name.dropLast("Tests".count)))
    case isTarget("\(name)Interface"): .feature(name)
    default: .kit
    }
  }

  func isTarget(_ name: String) -> Bool { targets.contains { $0.name == name } }

  /// Whether a module is the implementation of a feature.
  func isImplementation(_ name: String) -> Bool { isTarget(name) && isTarget("\(name)Interface") }
}

extension House {
  /// Every room that the manifest of the package in a folder has.
  static func described(in folder: URL) throws -> House {
    let manifest = try JSONDecoder().decode(Manifest.self, from: dump(folder, module: "*").output)
    return House(targets: manifest.targets.map { $0.target })
  }

  /// Asks SwiftPM for the manifest of the package in a folder.
  static func dump(_ folder: URL, module: String) throws -> (output: Data, errors: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    // Whoever runs these tests may hold the usual scratch folder locked.
    let scratch = FileManager.default.temporaryDirectory.appending(path: "house-\(UUID())")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    process.arguments = [
      "swift", "package", "dump-package", "--package-path", folder.path, "--scratch-path",
      scratch.path,
    ]
    // What SwiftPM leaves in the temporary folder goes with the scratch folder.
    process.environment = ProcessInfo.processInfo.environment.merging([
      "MODULE": module, "TMPDIR": scratch.path,
    ]) { $1 }
    // A file takes any number of errors while the output is read.
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

/// What SwiftPM tells of a package.
private struct Manifest: Decodable {
  struct Target: Decodable {
    struct Dependency: Decodable {
      let byName: [String?]?
    }

    let name: String
    let path: String?
    let dependencies: [Dependency]

    var target: House.Target {
      let names = dependencies.compactMap { $0.byName?.first ?? nil }
      return House.Target(name: name, path: path ?? "Tests/\(name)", dependencies: Set(names))
    }
  }

  let targets: [Target]
}
