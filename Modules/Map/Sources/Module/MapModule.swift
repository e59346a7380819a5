import BookmarksInterface
import Console
import DataSourceInterface
import JourneysInterface
import MapInterface
import Mediator
public import ModuleManager
import NewsInterface
import Platform
import RealtimeInterface
import ShareInterface
import StationsInterface

/// Draws the network of a city, and single lines.
public struct MapModule: Module {
  public static let manifest = Manifest(
    Map.self, summary: "Draws the network, a line or a journey of a city",
    requires: [DataSource.self, Journeys.self],
    uses: [Bookmarks.self, News.self, Realtime.self, Share.self, Stations.self],
    answers: [Map.draw, Map.line, Map.picture, Map.highlightedJourney, Map.clearJourney],
    publishes: [HighlightChanged.self], follows: [JourneyPlanned.self, JourneySelected.self])

  public static let contributions = Contributions(commands, scenes, searches, channels)

  /// The commands `map`, `lines` and `line`.
  static let commands: [Command] = [.map, .lines, .line]

  /// The channel `svg`.
  static let channels = [ShareChannel("svg", action: Map.picture)]

  private let renderer: MapRenderer
  private let lines: LineLookup
  private let highlighted = Lock(JourneyQuery?.none)

  /// Creates the module.
  public init(context: ModuleContext) {
    renderer = MapRenderer(mediator: context.mediator)
    lines = LineLookup(mediator: context.mediator, now: context.now)
  }

  public func register(with registrar: Registrar) {
    registrar.answer(Map.draw) { [renderer] in try await renderer.draw($0) }
    registrar.answer(Map.picture) { [renderer] in try await renderer.document(for: $0) }
    registrar.answer(Map.line) { [lines] in try await lines.line($0) }
    let highlight = { @Sendable [renderer, highlighted] (query: JourneyQuery?) in
      highlighted.withLock { $0 = query }
      renderer.mediator.publish(HighlightChanged())
    }
    registrar.answer(Map.highlightedJourney) { [highlighted] _ in highlighted.withLock(\.self) }
    registrar.answer(Map.clearJourney) { _ in highlight(nil) }
    registrar.follow(JourneyPlanned.self) { highlight($0.query) }
    registrar.follow(JourneySelected.self) { [renderer, highlighted] selected in
      let isShown = highlighted.withLock { query in
        // A person may have cleared the journey, or asked for another one.
        guard query?.hasSameEnds(as: selected.query) == true else { return false }
        query = selected.query
        return true
      }
      if isShown { renderer.mediator.publish(HighlightChanged()) }
    }
  }
}

extension JourneyQuery {
  /// Whether the journeys of both queries lead from one place to another one in the same city.
  fileprivate func hasSameEnds(as other: JourneyQuery) -> Bool {
    (city, from, to) == (other.city, other.from, other.to)
  }
}
