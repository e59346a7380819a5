import Foundation

extension PackageRules {
  /// What is wrong with the folders and files of all features.
  func layoutViolations() -> [Violation] { featureNames.flatMap(layoutViolations) }

  /// What is wrong with the folders and files of a feature.
  func layoutViolations(of feature: String) -> [Violation] {
    guard hasFile("Modules/\(feature)") else { return [missingFolder(of: feature)] }
    let interface = "Modules/\(feature)/Interface/\(feature).swift"
    let module = "Modules/\(feature)/Sources/Module/\(feature)Module.swift"
    return [
      declaration("public enum \(feature): Interface", in: interface) {
        $0.hasPrefix("public enum \(feature): ") && $0.contains("Interface")
      },
      declaration("public struct \(feature)Module: Module", in: module) { line in
        ["final class", "struct", "actor"].contains {
          let start = "public \($0) \(feature)Module"
          return line.hasPrefix(start) && !(line.dropFirst(start.count).first?.isLetter ?? false)
        }
      },
    ].compactMap(\.self) + strayFiles(of: feature) + conflicts(in: feature)
  }

  private func missingFolder(of feature: String) -> Violation {
    let words = ["Package.swift", "App/AppModules.swift", "README.md"].filter { path in
      let text = SourceFile(path: path, text: text(of: path) ?? "").text
      return path == "Package.swift" || text.contains("| \(feature) |")
        || text.contains("import \(feature)\n") || text.contains("\(feature)Module.self")
    }
    let tests = hasFile("Tests/\(feature)Tests") ? " and Tests/\(feature)Tests" : ""
    return Violation(
      path: "Modules/\(feature)", line: nil, rule: "the folder does not exist",
      remedy: "restore it, or remove the lines of '\(feature)' from "
        + words.joined(separator: ", ") + tests)
  }

  /// A violation unless a file has a line.
  private func declaration(
    _ declaration: String, in path: String, isFound: (Substring) -> Bool
  ) -> Violation? {
    guard let text = text(of: path) else {
      return Violation(
        path: path, line: nil, rule: "the file does not exist",
        remedy: "write it with '\(declaration)'")
    }
    let lines = text.split(whereSeparator: \.isNewline)
    guard !lines.contains(where: isFound) else { return nil }
    return Violation(path: path, line: nil, rule: "no line '\(declaration)'", remedy: "write it")
  }

  private func strayFiles(of feature: String) -> [Violation] {
    let folder = folder.appending(path: "Modules/\(feature)")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let stray = names.sorted().filter {
      !["Interface", "Sources"].contains($0) && !$0.hasSuffix(".docc") && !$0.hasPrefix(".")
    }
    let tests = "Tests/\(feature)Tests"
    let sources = try? SourceFile.all(in: [tests], of: self.folder)
    return stray.map {
      Violation(
        path: "Modules/\(feature)/\($0)", line: nil,
        rule: "a feature consists of Interface and Sources",
        remedy: "move this into one of them")
    }
      + (sources?.isEmpty == false
        ? []
        : [
          Violation(
            path: tests, line: nil, rule: "the feature has no tests",
            remedy: "write a file of them")
        ])
  }

  /// The conflicts of a merge that nobody has resolved, as git writes them.
  private func conflicts(in feature: String) -> [Violation] {
    let folders = ["Modules/\(feature)", "Tests/\(feature)Tests"]
    let sources = (try? SourceFile.all(in: folders, of: folder)) ?? []
    return sources.filter { $0.contains("<<<<<<< ") || $0.contains(">>>>>>> ") }.flatMap { source in
      source.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
        .filter { $1.hasPrefix("<<<<<<< ") || $1.hasPrefix(">>>>>>> ") }
        .map { index, _ in
          Violation(
            path: source.path, line: index + 1, rule: "a conflict is not resolved",
            remedy: "write one of its two sides")
        }
    }
  }
}
