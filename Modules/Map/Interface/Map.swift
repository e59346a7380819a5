public import JourneysInterface
public import Mediator
public import ShareInterface

/// Draws the network of a city.
public enum Map: Interface {
  /// Draws the whole network as an SVG image, with a journey when both of its ends are named.
  public static let draw = Action<MapQuery, MapDrawing>(Map.self, "draw", .reads, .remote)
  /// Draws the target of a shared item's link: the journeys of `Journeys.plan`, or a map of `draw`.
  public static let picture = Action<ShareItem, ShareDocument>(native: Map.self, "picture")
  /// Returns the question whose journey the Map scene highlights: the last one that a person asked
  /// in this process, at the departure that is selected; nil if there is none, or if it was
  /// cleared.
  public static let highlightedJourney = Action<Empty, JourneyQuery?>(
    native: Map.self, "highlightedJourney")
  /// Lets the Map scene highlight no journey until the next question.
  public static let clearJourney = Action<Empty, Void>(native: Map.self, "clearJourney")
  /// Returns one line with its stations and the lines that stop there.
  public static let line = Action<LineQuery, LineMap>(Map.self, "line", .reads, .remote)
}

/// `Map.highlightedJourney` returns another question than before, or none.
public struct HighlightChanged: Event, Encodable {
  /// Creates the event.
  public init() {}
}
