import Console
import Documents
import Foundation
import Mediator
import ModuleTesting
import ReminderInterface
import Scenes
import Testing

@testable import Reminder

/// The module on a day that a test chooses.
struct ReminderFixture {
  /// 2026-11-20 at noon, a Friday.
  static let now = Date(timeIntervalSince1970: 1_795_176_000)
  static let today = CalendarDate(of: now, in: .current)

  let harness: ModuleHarness
  var mediator: Mediator { harness.mediator }

  /// - Parameters:
  ///   - folder: The folder of another fixture, to test a second run.
  ///   - sourceLocation: The line at which the harness reports what the module does wrong.
  init(
    folder: URL? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    harness = try await ModuleHarness(
      ReminderModule.self, folder: folder, now: { Self.now }, sourceLocation: sourceLocation)
  }

  @discardableResult
  func add(_ title: String, on date: String? = nil) async throws -> ReminderItem {
    let request = AddReminderItem(title: title, date: date.flatMap { DayExpression($0) })
    return try await mediator.perform(Reminder.add, request)
  }

  /// The titles of all items, in order.
  var titles: [String] {
    get async throws { try await mediator.perform(Reminder.list).map(\.title) }
  }

  func undo() async throws -> String {
    try await mediator.perform(Reminder.undo).change
  }

  func text(_ command: Command, _ parameters: Parameters = [:]) async throws -> String {
    try await command.run(parameters, through: mediator).text(on: Page(columns: 60))
  }
}
