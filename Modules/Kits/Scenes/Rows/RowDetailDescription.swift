import Documents
public import Mediator
public import ModuleManager

/// What another module knows about a row, which is shown below what the row opens, such as the
/// weather at a place.
///
/// ```swift
/// static let rowDetails = [
///   RowDetailDescription("Reviews", on: "order", id: \.id, layout: ReviewView.list) {
///     row, mediator in
///     try await mediator.perform(Reviews.list, ReviewQuery(of: row.member(at: "number")))
///   }
/// ]
/// ```
///
/// It is loaded whenever a person opens the row, and on a wide screen as soon as the row is
/// selected, so loading it changes nothing. An error is shown in its place.
public struct RowDetailDescription: Contribution {
  /// The slot of the rows; without a slot of this name, the detail is shown nowhere.
  public let slot: String
  private let make: @MainActor @Sendable (_ id: String, JSONValue, Mediator) -> SceneSection

  /// Declares a detail.
  /// - Parameters:
  ///   - title: The title of the section.
  ///   - identity: The id of an item.
  ///   - layout: The layout of the items.
  ///   - load: Returns the items for a row's JSON; without items, nothing is shown.
  public init<Item>(
    _ title: LocalizedText, on slot: String, id identity: @escaping @Sendable (Item) -> String,
    layout: ListLayout<Item>,
    load: @escaping @concurrent @Sendable (_ row: JSONValue, Mediator) async throws -> [Item]
  ) {
    self.slot = slot
    make = { id, row, mediator in
      ListSection(id, title: title, id: identity, layout: layout, following: []) { request in
        request.page(of: try await load(row, mediator))
      }
    }
  }

  /// Creates the section for a row.
  /// - Parameter number: The number of the section among those of other modules, counted from 0.
  @MainActor
  func makeSection(_ number: Int, for row: JSONValue, through mediator: Mediator) -> SceneSection {
    make("added-\(number)", row, mediator)
  }
}
