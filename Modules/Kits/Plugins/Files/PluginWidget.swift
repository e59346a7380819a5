/// What a plug-in shows on the first screen.
///
/// ```json
/// {"tool": "today", "title": "Weather today"}
/// ```
public struct PluginWidget: Codable, Hashable, Sendable {
  /// The tool, whose result is shown. It must have no required argument, and be one of `remote`.
  public let tool: String
  /// The title, in a few words; nil for the name of the plug-in.
  public let title: String?
}

extension PluginWidget {
  /// What is wrong with the declaration, as the end of a sentence; nil if nothing is.
  var problem: String? {
    title?.isLabel == false
      ? "expected a line of at most 40 visible characters as 'title' of 'widget'" : nil
  }
}
