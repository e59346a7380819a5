import Console
import DataSourceInterface
import Documents
import MapInterface
import Mediator
import NewsInterface
import Scenes

extension ListScene {
  /// All lines of a network with their ends; each opens its stations.
  static func lines(of content: MapContent, through mediator: Mediator) -> ListScene {
    let lines = content.network.lines
    let section = ListSection(
      "lines", id: \.line.id, layout: LineView.list, pageSize: max(lines.count, 1), following: []
    ) { _ in ListPage(lines) }
    section.detail = {
      .scene(.line(LineQuery(line: $0.line.id, city: content.city.id), mediator))
    }
    return ListScene("Lines", [section])
  }

  /// The stations of a line.
  static func line(_ query: LineQuery, _ mediator: Mediator) -> ListScene {
    let stations = ListSection(
      "line", id: \.map.details.line.id,
      layout: .detail { LineView.document($0.map, in: $0.city) }, following: [NewsExpired.self]
    ) { _ in
      let city = try await mediator.perform(DataSource.city, CityQuery(city: query.city))
      return ListPage([LinePage(map: try await mediator.perform(Map.line, query), city: city)])
    }
    let scene = ListScene("Line", [stations])
    scene.onChange = { scene, _ in
      if let page = stations.items.first {
        scene.title = LocalizedText(verbatim: page.map.details.line.name)
      }
    }
    return scene
  }
}

/// A line in its city.
private struct LinePage: Encodable, Equatable {
  let map: LineMap
  let city: City

  func encode(to encoder: any Encoder) throws { try map.encode(to: encoder) }
}

extension MapModule {
  /// The lines whose names match a text.
  static let searches = [
    SearchDescription(
      "Where to?", hint: "a line", title: "Lines", id: \.line.id, layout: LineView.list
    ) { text, mediator in
      let lines = try await mediator.perform(DataSource.lines, CityQuery())
      let found = FuzzyPattern(text).matches(lines) { line in
        [line.line.name, line.longName?.shown].compactMap(\.self).joined(separator: " ")
      }
      return Array(found.prefix(maximumLines))
    } opens: { (line: LineDetails) in
      LineQuery(line: line.line.id)
    }
  ]

  private static let maximumLines = 4
}
