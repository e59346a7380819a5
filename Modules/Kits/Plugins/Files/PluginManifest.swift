/// What a plug-in says about itself in the file `plugin.json` of its folder.
///
/// ```json
/// {"name": "weather", "summary": "Weather at a place", "command": ["./weather.py"],
///  "calls": ["places/current"], "follows": {"PlaceChanged": "refresh"}, "remote": ["forecast"],
///  "lists": [{"tool": "forecast", "title": "day", "detail": "weather"}]}
/// ```
public struct PluginManifest: Codable, Hashable, Sendable {
  /// The name in kebab case, which is also that of its folder and the target of its actions.
  public let name: String
  /// What the plug-in does, in one line without a full stop.
  public let summary: String
  /// The program and its arguments. A program whose name has no slash is searched in `PATH`; a
  /// relative path is one in the plug-in's folder, which is the working directory.
  public let command: [String]
  /// The actions of the app that the plug-in may call, such as `places/current`. They must be
  /// remote.
  public let calls: [String]?
  /// The tools that the app calls when an event is published, by the name of the event's type.
  public let follows: [String: String]?
  /// The tools that only read: links and MCP clients may call them, too.
  public let remote: [String]?
  /// The tools whose results the browser shows as lists.
  public let lists: [ListHint]?
  /// The values that a person can set for it, as for a module.
  public let settings: [PluginSetting]?
  /// What it shows on the first screen.
  public let widget: PluginWidget?
  /// The tools that a person can call for rows of modules.
  public let actions: [PluginRowAction]?
  /// The tools whose results are shown below what rows of modules open.
  public let details: [PluginRowDetail]?
  /// The environment variables that its program expects, in the order of the form for them.
  public let env: [PluginVariable]?
  /// The plug-in's version, such as `1.4.2`.
  public let version: String?
  /// The versions of the app with which it works, such as `>=0.3 <0.5`.
  public let requires: String?

  /// How the browser shows the result of a tool as a list.
  public struct ListHint: Codable, Hashable, Sendable {
    /// The tool. It must have no required argument.
    public let tool: String
    /// The field of an element that is the title of its row.
    public let title: String?
    /// The field that is shown after the title.
    public let detail: String?
  }
}
