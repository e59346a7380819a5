import Console
import DataSourceInterface
import ListScene
import Mediator
import RoutingInterface
import StationsInterface

extension ListScene {
  /// The journey screen: two stations to choose, and below them the journey, whose departure moves
  /// with the keys.
  static func journey(_ ends: JourneyEnds?, through mediator: Mediator) -> ListScene {
    let choice = JourneyChoice(ends, mediator)
    let ends = ListSection("ends", id: \.role.rawValue, layout: endLayout) { _ in
      ListPage(choice.ends)
    }
    let journey = ListSection(
      "journey", id: { _ in "journey" }, layout: .detail(JourneyDialView.text)
    ) { _ in
      ListPage(try await choice.dial().map { [$0] } ?? [])
    }
    let scene = ListScene("Journey", ListController(ends, journey)) { scene, event in
      guard let end = event.selected(JourneyEnd.self) else { return event }
      Task { await scene.choose(end.role, for: choice, mediator) }
      return nil
    }
    func turn(_ key: Key, _ summary: String, _ change: @escaping @Sendable () -> Void) -> ListKey {
      ListKey(key, summary) { _ in
        change()
        await journey.refresh()
        return nil
      }
    }
    scene.keys = [
      turn(.left, "earlier") { choice.turn { $0.turnEarlier() } },
      turn(.right, "later") { choice.turn { $0.turnLater() } },
      turn(.character("n"), "now") { choice.turnToNow() },
      turn(.character("f"), "first") { choice.turn { $0.turnToFirst() } },
      turn(.character("l"), "last") { choice.turn { $0.turnToLast() } },
      ListKey(.character("b"), "bookmark") { _ in try await choice.bookmark() },
    ]
    return scene
  }

  private static let endLayout = ListLayout<JourneyEnd>.table(
    .init { .init($0.role.rawValue, .dim) },
    .init(isFlexible: true) { end in
      end.place.map { .init($0.name, .bold) } ?? .init("choose a station", .dim)
    })

  /// Lets a person choose a station, and the other one too while it is missing.
  private func choose(
    _ role: JourneyEnd.Role, for choice: JourneyChoice, _ mediator: Mediator
  ) async {
    do {
      let stations = try await mediator.perform(Stations.choice, choice.city)
      push {
        stations.scene(role.title, $0)
      } onResult: { [self] station in
        choice.choose(Place(id: station.id, name: station.name), as: role)
        Task {
          if let missing = choice.ends.first(where: { $0.place == nil }) {
            await choose(missing.role, for: choice, mediator)
          }
          await controller.refresh()
        }
      }
    } catch {
      report(error)
    }
  }
}
