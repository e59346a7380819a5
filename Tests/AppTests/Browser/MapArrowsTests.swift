import DataSourceInterface
import Documents
import Mediator
import ModuleManager
import Scenes
import TestSupport
import Testing

@testable import HostKit
@testable import metro

/// The arrows on the maps of a small and of a large city.
@Suite(.enabled(if: SharedData.isAvailable), .timeLimit(.minutes(15)))
@MainActor
struct MapArrowsTests {
  @Test(arguments: ["porto-2026", "beijing-2026"])
  func `the arrows lead from every station to every other one`(feed: String) async throws {
    try await InstalledFeed.with(feed) { mediator, city in
      _ = try await mediator.perform(DataSource.use, CityReference(city: city))
      let unreached = try await unreachedStations(through: mediator)
      #expect(unreached == [])
    }
  }

  /// The stations that the arrows do not lead to, from the first one or back to it.
  private func unreachedStations(through mediator: Mediator) async throws -> [Int] {
    let descriptions = Metro.app.modules.flatMap { $0.contributions(of: SceneDescription.self) }
    let description = try #require(descriptions.first { $0.title == "Map" })
    let scene = try description.makeScene(mediator)
    await scene.open()
    let canvas = try #require(scene.canvas)
    #expect(canvas.picture.places.count >= 85)
    // By station, those to which an arrow leads.
    let next = canvas.picture.places.indices.map { station in
      PlaceCanvas.Direction.allCases.compactMap { direction in
        canvas.select(station)
        canvas.move(direction)
        return canvas.selection
      }
    }
    let previous = next.indices.map { station in
      next.indices.filter { next[$0].contains(station) }
    }
    let (there, back) = (next.reached(from: 0), previous.reached(from: 0))
    return canvas.picture.places.indices.filter { !there.contains($0) || !back.contains($0) }
  }
}

extension [[Int]] {
  /// The elements to which others lead from one of them, in any number of steps.
  fileprivate func reached(from start: Int) -> Set<Int> {
    var (reached, open): (Set<Int>, [Int]) = ([start], [start])
    while let last = open.popLast() {
      open += self[last].filter { reached.insert($0).inserted }
    }
    return reached
  }
}
