import Documents
import Foundation
import Mediator
import ModuleTesting
import ReminderInterface
import Testing

@testable import Reminder

/// The module on a day that a test chooses.
struct ReminderFixture {
  /// 2026-11-20 at noon, a Friday.
  static let now = Date(timeIntervalSince1970: 1_795_176_000)

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

  /// Adds an item with a title, after it was changed as `body` does.
  @discardableResult
  func add(
    _ title: String, _ body: (inout ReminderItem) -> Void = { _ in }
  ) async throws -> ReminderItem {
    // fields: sample
    var item = ReminderItem(title: title)
    // end
    body(&item)
    return try await mediator.perform(Reminder.add, NewItem(item))
  }

  /// Gives an item another title.
  @discardableResult
  func change(_ item: ReminderItem, to title: String) async throws -> ReminderItem {
    try await mediator.perform(Reminder.change, ItemChange(item) { $0.title = title })
  }

  @discardableResult
  func remove(_ id: Int) async throws -> ReminderItem {
    try await mediator.perform(Reminder.remove, ItemReference(id: id))
  }

  func undo() async throws -> String { try await mediator.perform(Reminder.undo).change }

  /// The titles of all items, in order.
  var titles: [String] {
    get async throws { try await mediator.perform(Reminder.list).map(\.title) }
  }
}
