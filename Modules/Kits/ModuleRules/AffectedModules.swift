import Foundation

extension PackageRules {
  /// The modules with tests that differ from a commit, or depend on something that does, for
  /// `MODULE=<name> swift test`.
  /// - Throws: `RulesError` when git does not know the commit.
  package func affectedModules(since commit: String) throws -> [String] {
    let files =
      try git("diff", "--name-only", "--no-renames", "--relative", commit)
      + git("ls-files", "--others", "--exclude-standard")
    let before =
      files.contains("Package.swift")
      ? PackageManifest(try git("show", "\(commit):./Package.swift").joined(separator: "\n"))
      : graph.manifest
    return affectedModules(byChangesOf: files, since: before)
  }

  /// - Parameters:
  ///   - files: The paths of the files that differ.
  ///   - before: Package.swift before the change.
  private func affectedModules(
    byChangesOf files: [String], since before: PackageManifest
  ) -> [String] {
    let manifest = graph.manifest
    let texts = [before, manifest].map { Set($0.entries.map(\.text)) }
    let changed = Set(
      (before.entries + manifest.entries)
        .filter { texts[0].contains($0.text) != texts[1].contains($0.text) }.map(\.name))
    var affected = Set(
      graph.targets.filter { target in
        before.remainder != manifest.remainder
          || graph.entry(of: target).map { changed.contains($0.name) } == true
          || files.contains { $0.hasPrefix("\(target.path)/") } || isRead(files, by: target.name)
      }.map(\.name))
    var count = 0
    while count != affected.count {
      count = affected.count
      for target in graph.targets where !target.dependencies.isDisjoint(with: affected) {
        affected.insert(target.name)
      }
    }
    affected.remove("BoundaryTests")
    return affected.filter { $0.hasSuffix("Tests") }.map { String($0.dropLast("Tests".count)) }
      .sorted()
  }

  /// Whether tests read some of the files, although these belong to other targets.
  private func isRead(_ files: [String], by tests: String) -> Bool {
    files.contains { file in
      switch tests {
      case "ArchitectureTests": file.hasSuffix(".swift")
      case "GenerateTests":
        ["generate.sh", ".ci/", "Package.swift", "Templates/"].contains { file.hasPrefix($0) }
      case "AppTests":
        [".md", ".swift"].contains { file.hasSuffix($0) }
          && !["Tests/", "Templates/"].contains { file.hasPrefix($0) }
      default: false
      }
    }
  }

  /// The lines that git writes.
  private func git(_ arguments: String...) throws -> [String] {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["git", "-c", "core.quotePath=false"] + arguments
    process.currentDirectoryURL = folder
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw RulesError.gitFailed(arguments.joined(separator: " "))
    }
    return String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
  }
}
