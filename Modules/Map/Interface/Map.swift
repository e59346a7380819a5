public import Mediator

/// Draws a city's network.
public enum Map: Interface {
  /// Draws the whole network as an SVG picture, with a journey on it where two ends are named.
  public static let draw = Action<MapQuery, MapDrawing>(Map.self, "draw", .remote)
  /// Shows one line: its stations in order, and the lines one changes to.
  public static let line = Action<LineQuery, LineMap>(Map.self, "line", .remote)
}
