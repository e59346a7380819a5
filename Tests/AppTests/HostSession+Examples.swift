extension HostSession {
  /// Splits an example as a shell would: quotes keep words together.
  static func words(of example: String) -> [String] {
    example.split(separator: "\"", omittingEmptySubsequences: false).enumerated().flatMap { part in
      part.offset.isMultiple(of: 2)
        ? part.element.split(separator: " ").map(String.init) : [String(part.element)]
    }
  }

  /// Whether an example speaks of a feed that not everybody has, or of the world outside.
  static func needsMore(_ words: [String]) -> Bool {
    words.contains { $0.hasSuffix(".zip") || $0 == "beijing" }
      || words.starts(with: ["city", "download", "lisbon"])
  }
}
