public import Mediator
public import ShareInterface

/// Draws a city's network.
public enum Map: Interface {
  /// Draws the whole network as an SVG picture, with a journey on it where two ends are named.
  public static let draw = Action<MapQuery, MapDrawing>(Map.self, "draw", .remote)
  /// Draws what a shared item's link leads to: the journeys of `Routing.plan`, or `draw` itself.
  public static let picture = Action<ShareItem, ShareDocument>(native: Map.self, "picture")
  /// Shows one line: its stations in order, and the lines one changes to.
  public static let line = Action<LineQuery, LineMap>(Map.self, "line", .remote)
}
