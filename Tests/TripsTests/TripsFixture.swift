import Console
import Foundation
import Mediator
import ModuleTesting
import Scenes
import TripsInterface

@testable import Trips

/// The module on a day that a test chooses.
struct TripsFixture {
  /// 2026-11-20 at noon, a Friday.
  static let now = Date(timeIntervalSince1970: 1_795_176_000)
  static let today = CalendarDate(of: now, in: .current)

  let harness: ModuleHarness
  var mediator: Mediator { harness.mediator }

  /// - Parameter folder: The folder of another fixture, to test a second run.
  init(folder: URL? = nil) async throws {
    harness = try await ModuleHarness(
      TripsModule.self, folder: folder, now: { Self.now })
  }

  @discardableResult
  func add(_ title: String, on date: String? = nil) async throws -> TripsItem {
    let request = AddTripsItem(title: title, date: date.flatMap { DayExpression($0) })
    return try await mediator.perform(Trips.add, request)
  }

  /// The titles of all items, in order.
  var titles: [String] {
    get async throws { try await mediator.perform(Trips.list).map(\.title) }
  }

  func undo() async throws -> String {
    try await mediator.perform(Trips.undo).change
  }

  func text(_ command: Command, _ parameters: Parameters = [:]) async throws -> String {
    try await command.run(parameters, through: mediator).text(Page(columns: 60))
  }
}
