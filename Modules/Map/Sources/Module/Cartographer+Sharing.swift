import Foundation
import MapInterface
import Mediator
import RoutingInterface
import ShareInterface

extension Cartographer {
  /// Draws what an item's link leads to.
  /// - Throws: `ShareError.missing` when that is nothing that can be drawn.
  func picture(of item: ShareItem) async throws -> ShareDocument {
    let link = item.link.flatMap { URLComponents(string: $0) }
    var parameters = Parameters()
    for field in link?.queryItems ?? [] { parameters.append(field.value ?? "", for: field.name) }
    let drawing: MapDrawing
    switch link.map({ ($0.host ?? "") + $0.path }) {
    case Routing.plan.path: drawing = try await draw(parameters.decode(JourneyQuery.self))
    case Map.draw.path: drawing = try await draw(parameters.decode(MapQuery.self))
    default: throw ShareError.missing("link to a journey", title: item.title, channel: "svg")
    }
    return ShareDocument(
      content: Data(drawing.svg.utf8), fileName: item.fileName("svg"))
  }
}
