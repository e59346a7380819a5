package import Channel

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

extension MCPEra {
  /// The prefix of the protocol's own names in metadata.
  package static let metadataPrefix = "io.modelcontextprotocol/"
}

extension CancellationNotification {
  /// How the Model Context Protocol cancels a request.
  package static let mcp = CancellationNotification(
    method: "notifications/cancelled", parameter: "requestId")
}
