/// The two forms of the Model Context Protocol.
package enum MCPEra: String, CaseIterable, Codable, Sendable {
  /// Each request contains the revision in its metadata.
  case modern
  /// The client begins with `initialize`.
  case legacy

  /// The revisions that this package speaks, the latest first.
  package var revisions: [String] {
    switch self {
    case .modern: ["2026-07-28"]
    case .legacy: ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
    }
  }
}
