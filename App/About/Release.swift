import Console

/// One release of the host.
struct Release: Codable, Sendable {
  let version: String
  /// The day it came out, as in 2026-11-21.
  let date: String
  let title: String
  /// What it brought.
  let changes: [String]
}
