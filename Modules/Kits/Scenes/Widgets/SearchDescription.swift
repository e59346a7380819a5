import Documents
public import Mediator
public import ModuleManager
import Platform

/// What a module finds for the text that a person types in the field at the top of the first scene.
///
/// ```swift
/// static let searches = [
///   SearchDescription(
///     "Find", hint: "a product or its number", id: \.number, layout: ProductView.line
///   ) { text, mediator in
///     try await mediator.perform(Shop.search, ProductSearch(text: text))
///   } opens: { (product: Product) in
///     ProductQuery(number: product.number)
///   }
/// ]
/// ```
///
/// The rows of all modules are above the widgets and the menu, which show only what matches the text.
public struct SearchDescription: Contribution {
  /// The name of the field; the first module's is shown.
  public let prompt: LocalizedText
  /// What can be typed, in a few words.
  public let hint: LocalizedText
  private let make: @MainActor @Sendable (_ id: String, Mediator, Lock<String>) -> SceneSection

  /// Declares a search.
  /// - Parameters:
  ///   - prompt: The name of the field.
  ///   - hint: What can be typed, in a few words.
  ///   - title: The title of the results.
  ///   - identity: The id of a result.
  ///   - layout: The layout of the results.
  ///   - find: Returns the results for a text that is not empty, the best one first.
  ///   - value: Returns what a result opens: a value that a scene of a module shows.
  public init<Item>(
    _ prompt: LocalizedText, hint: LocalizedText, title: LocalizedText = "Found",
    id identity: @escaping @Sendable (Item) -> String, layout: ListLayout<Item>,
    find: @escaping @concurrent @Sendable (String, Mediator) async throws -> [Item],
    opens value: @escaping @MainActor @Sendable (Item) -> (any Sendable)?
  ) {
    self.prompt = prompt
    self.hint = hint
    make = { id, mediator, text in
      let section = ListSection(
        id, title: title, id: identity, layout: layout, following: []
      ) { request in
        let text = text.withLock(\.self)
        return text.isEmpty
          ? ListPage([]) : request.page(of: try await find(text, mediator))
      }
      section.opens = value
      return section
    }
  }

  /// Creates the section of the results for a text, which changes before a refresh.
  /// - Parameter number: The number of the section among those of other modules, counted from 0.
  @MainActor
  func makeSection(
    _ number: Int, for text: Lock<String>, through mediator: Mediator
  ) -> SceneSection {
    let section = make("found-\(number)", mediator, text)
    section.isFound = true
    return section
  }
}
