public import Mediator
public import ShareInterface

/// Draws the network of a city.
public enum Map: Interface {
  /// Draws the whole network as an SVG image, with a journey when both of its ends are named.
  public static let draw = Action<MapQuery, MapDrawing>(Map.self, "draw", .remote)
  /// Draws the target of a shared item's link: the journeys of `Routing.plan`, or a map of `draw`.
  public static let picture = Action<ShareItem, ShareDocument>(native: Map.self, "picture")
  /// Returns one line with its stations and the lines that stop there.
  public static let line = Action<LineQuery, LineMap>(Map.self, "line", .remote)
}
