extension PackageRules {
  /// The imports of a feature outside of its own folders, and of App/AppModules.swift, which
  /// generate.sh keeps: `path:line:text` for each.
  /// - Throws: `CocoaError` when a source cannot be read.
  package func users(of feature: String) throws -> [String] {
    let modules = [feature, "\(feature)Interface", "\(feature)Module"]
    let own = ["Modules/\(feature)/", "Tests/\(feature)Tests/", "App/AppModules.swift"]
    return try SourceFile.all(in: ["App", "Modules", "Tests"], of: folder)
      .filter { source in !own.contains { source.path.hasPrefix($0) } }
      .flatMap { source in
        let imports = Import.all(in: source.text).filter { modules.contains($0.module) }
        guard !imports.isEmpty else { return [String]() }
        let lines = source.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return imports.map { "\(source.path):\($0.line):\(lines[$0.line - 1])" }
      }
  }
}
