import DataSourceInterface
import Documents
import MapInterface
import Mediator
import Scenes

extension ListScene {
  /// All lines of a network with their ends; each opens its stations.
  static func lines(of content: MapContent, through mediator: Mediator) -> ListScene {
    let lines = content.network.lines
    let section = ListSection(
      "lines", id: \.line.id, layout: LineView.list, pageSize: max(lines.count, 1), following: []
    ) { _ in ListPage(lines) }
    section.detail = { .scene(.line($0.line, in: content.city, mediator)) }
    return ListScene("Lines", [section])
  }

  /// The stations of a line.
  private static func line(_ line: Line, in city: City, _ mediator: Mediator) -> ListScene {
    let stations = ListSection(
      "line", id: \.details.line.id, layout: .detail { LineView.document($0, in: city) },
      following: []
    ) { _ in
      ListPage([try await mediator.perform(Map.line, LineQuery(line: line.id, city: city.id))])
    }
    return ListScene(LocalizedText(verbatim: line.name), [stations])
  }
}
