public import Foundation

/// The rules for the modules of a package: for its Package.swift and for the sources of its targets.
public struct PackageRules {
  /// The package's folder.
  let folder: URL
  let graph: PackageGraph

  /// Reads Package.swift.
  /// - Parameter folder: The package's folder.
  /// - Throws: `CocoaError` when it cannot be read.
  public init(of folder: URL) throws {
    let file = folder.appending(path: "Package.swift")
    self.init(manifest: try String(contentsOf: file, encoding: .utf8), in: folder)
  }

  package init(manifest: String, in folder: URL) {
    self.folder = folder
    graph = PackageGraph(manifest: manifest)
  }

  /// What breaks a rule in the targets that `MODULE` selects: imports, what modules do without
  /// declaring it, and what their entries in Package.swift must not name.
  /// - Parameter module: The value of `MODULE`; nil for the whole package.
  /// - Throws: `CocoaError` when a source cannot be read.
  public func violations(inSlice module: String?) throws -> [Violation] {
    let targets = graph.selection(module: module)
    let isWhole = targets.count == graph.targets.count
    return try (isWhole ? packageViolations() : []) + targets.flatMap(violations)
  }

  /// What breaks a rule in one feature or in the whole package, and what is missing there.
  /// - Parameter feature: Its name; nil for everything.
  /// - Throws: `CocoaError` when a source cannot be read.
  package func violations(ofFeature feature: String?) throws -> [Violation] {
    guard let feature else { return try violations(inSlice: nil) + layoutViolations() }
    let names = ["\(feature)Interface", feature, "\(feature)Tests"]
    return try packageViolations()
      + graph.targets.filter { names.contains($0.name) }.flatMap(violations)
      + layoutViolations(of: feature)
  }

  private func violations(in target: PackageGraph.Target) throws -> [Violation] {
    let sources = try SourceFile.all(in: [target.path], of: folder)
    let found = sources.flatMap { graph.importViolations(in: $0, of: target) }
    guard let entry = graph.entry(of: target), entry.kind == .feature, entry.name == target.name
    else { return found }
    return entryViolations(of: entry) + found
      + manifestViolations(of: entry, in: sources, reported: found)
  }

  /// The names of all features: those in Package.swift and those that have a folder.
  package var featureNames: [String] {
    let modules = folder.appending(path: "Modules")
    let folders = (try? FileManager.default.contentsOfDirectory(atPath: modules.path)) ?? []
    let found = folders.filter { hasFile("Modules/\($0)/Interface") }
    return Set(graph.features.map(\.name) + found).sorted()
  }

  func hasFile(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: path).path)
  }

  func text(of path: String) -> String? {
    try? String(contentsOf: folder.appending(path: path), encoding: .utf8)
  }
}
