/// A tool whose result is shown below what a row of a module opens, such as the page of a product.
///
/// ```json
/// {"on": "product", "tool": "reviews", "title": "Reviews", "arguments": {"of": "name"}}
/// ```
public struct PluginRowDetail: Codable, Hashable, Sendable {
  /// The slot that the module declares for the rows.
  public let on: String
  /// The tool, which is one of `remote`. It needs no arguments but those that the row gives.
  public let tool: String
  /// The title, in a few words.
  public let title: String
  /// The members of a row's JSON that are arguments of the tool, by argument. A dot leads into an
  /// object.
  public let arguments: [String: String]?
}

extension PluginRowDetail {
  /// What is wrong with the declaration, as the end of a sentence; nil if nothing is.
  var problem: String? {
    guard title.isLabel else {
      return "expected a line of at most 40 visible characters as 'title' under 'details'"
    }
    return arguments.flatMap { $0.problem(under: "details") }
  }
}
