public import Mediator
public import ModuleManager

/// What a person can do with the rows of another module, such as to be reminded of an order.
///
/// ```swift
/// static let rowActions = [
///   RowActionDescription("remind me", key: "m", on: "order") { scene, row, mediator in
///     try await mediator.perform(Reminders.add, Reminder(about: row.member(at: "number")))
///     return "You will be reminded."
///   }
/// ]
/// ```
public struct RowActionDescription: Contribution {
  /// Performs the action for a row's JSON, and returns a sentence to show, if any.
  public typealias Perform =
    @MainActor @Sendable (
      _ scene: ListScene, _ row: JSONValue, _ mediator: Mediator
    ) async throws -> LocalizedText?

  /// The slot of the rows; without a slot of this name, the action is offered nowhere.
  public let slot: String
  /// What the action does, in a few words.
  public let title: LocalizedText
  /// The key that the action has in scenes where it is free. In others, it has the first free
  /// letter of its title or of the alphabet.
  public let key: Shortcut
  /// What tells the action apart from others, whose key may be that of this one later: the title,
  /// unless several modules contribute actions with one title.
  package var id: String
  let perform: Perform

  /// Declares an action.
  public init(
    _ title: LocalizedText, key: Shortcut, on slot: String, perform: @escaping Perform
  ) {
    self.title = title
    id = "\(title)"
    self.key = key
    self.slot = slot
    self.perform = perform
  }
}
