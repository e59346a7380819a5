import Documents
import Mediator
import Scenes

/// A tool in the list of those that a person can call.
struct ToolRow: Encodable, Equatable, Sendable {
  /// The tool's own name.
  let name: String
  let title: String
  let summary: String

  static let layout = ListLayout<ToolRow>.table(
    .init { Text(verbatim: $0.title, .title) },
    .init(isFlexible: true) { Text(verbatim: $0.summary, .faint) })
}
