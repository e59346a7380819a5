public import Scenes
import Documents
public import Foundation
public import Mediator

extension ListScene {
  /// The number of pages that are searched for a row.
  private static let searchedPages = 50

  /// The scene's content as the result of a command. Rows that are not up to date count as a
  /// failure.
  /// - Parameter date: The current date, by which old data is marked.
  /// - Throws: The error of a section if there are no rows, and `CancellationError`.
  public func commandResult(at date: Date) throws -> CommandResult {
    try Task.checkCancellation()
    environment.now = { date }
    let snapshot = snapshot
    if let failure = snapshot.failure { throw failure }
    let failure = snapshot.errors.first.map { ($0 as? any ModuleError)?.kind ?? .failed }
    return CommandResult(snapshot, failure: failure, view: \.document)
      .warning(snapshot.sections.compactMap { $0.warning.map { "\($0)" } })
  }

  /// The content of the scene that a row opens, as the result of a command.
  /// - Parameters:
  ///   - name: The number of the row in the list, counted from 1, or its id. The number takes
  ///     precedence.
  ///   - date: The current date, by which old data is marked.
  /// - Throws: `ListSceneError.noRow` when there is no such row, `.rowNotReached` when the list is
  ///   too long to search all of it, `.opensNothing` when the row opens no scene, and the errors of
  ///   `commandResult(at:)`.
  public func commandResult(selecting name: String, at date: Date) async throws -> CommandResult {
    try await commandResult(of: name, numbered: Int(name), at: date)
  }

  /// As `commandResult(selecting:at:)`, for an id that may be a number.
  func commandResult(selectingID id: String, at date: Date) async throws -> CommandResult {
    try await commandResult(of: id, numbered: nil, at: date)
  }

  private func commandResult(
    of name: String, numbered number: Int?, at date: Date
  ) async throws -> CommandResult {
    _ = try commandResult(at: date)
    openDetail(of: try await row(named: name, numbered: number))
    guard let pushed else { throw ListSceneError.opensNothing(name) }
    await pushed.open()
    return try pushed.commandResult(at: date)
  }

  private func row(named name: String, numbered number: Int?) async throws -> SelectedRow {
    for page in 1...Self.searchedPages {
      let isLast = page == Self.searchedPages || !sections.contains(where: \.hasMore)
      for section in sections {
        if let row = section.row(numbered: number) {
          return SelectedRow(section: section, row: row)
        }
      }
      let mayFollow = sections.contains { $0.mayReach(number, pages: Self.searchedPages) }
      for section in sections where isLast || !mayFollow {
        if let row = section.rows.first(where: { $0.id == name }) {
          return SelectedRow(section: section, row: row)
        }
      }
      guard !isLast else { break }
      await loadMore()
      try Task.checkCancellation()
      let failed = sections.first { $0.hasMore && $0.state.error != nil }
      if let error = failed?.state.error { throw error }
    }
    guard !sections.contains(where: \.hasMore) else {
      throw ListSceneError.rowNotReached(name, pages: Self.searchedPages)
    }
    let ids = number == nil ? sections.flatMap(\.rows).map(\.id) : []
    throw ListSceneError.noRow(name, nearest: ids.nearest(to: name).first)
  }
}

extension SceneSection {
  /// The row with a number that the section shows.
  fileprivate func row(numbered number: Int?) -> ListRow? {
    guard case .table(_, isNumbered: true, _) = layout, let number, number > firstRow,
      rows.count >= number - firstRow
    else { return nil }
    return rows[number - firstRow - 1]
  }

  /// Whether a row that has a number is among the first `pages` pages, but is not loaded yet.
  fileprivate func mayReach(_ number: Int?, pages: Int) -> Bool {
    guard case .table(_, isNumbered: true, _) = layout, hasMore, let number, number > firstRow
    else {
      return false
    }
    return (number - firstRow - 1) / pageSize < pages
  }
}

extension Command {
  /// Declares a command that opens a scene and shows its content.
  public init(
    _ words: String, _ summary: String,
    action: @autoclosure @escaping @Sendable () -> (any ActionDeclaration)? = nil,
    input: @autoclosure @escaping @Sendable () -> (any SchemaDescribing.Type)? = nil,
    outputType type: @autoclosure @escaping @Sendable () -> (any Decodable.Type)? = nil,
    arguments: [Argument] = [], examples: [String],
    scene: @escaping @MainActor @Sendable (Invocation) throws -> ListScene
  ) {
    self.init(
      words, summary, action: action(), input: input(), outputType: type(),
      arguments: arguments, examples: examples
    ) { invocation in
      let scene = try await scene(invocation)
      await scene.open()
      return try await scene.commandResult(at: invocation.now())
    }
  }

  /// Declares a command that lists the output of an action. Every argument is a field of the
  /// action's input.
  /// - Parameters:
  ///   - identity: The id of an item.
  ///   - empty: The text for an empty list.
  ///   - caller: The file that declares the command, on whose behalf the action is called.
  public init<Input: Codable & Sendable, Item: ListItem & Codable>(
    _ words: String, _ summary: String,
    lists action: @autoclosure @escaping @Sendable () -> Action<Input, [Item]>,
    id identity: @escaping @Sendable (Item) -> String,
    layout: @autoclosure @escaping @Sendable () -> ListLayout<Item>,
    empty: LocalizedText? = nil, arguments: [Argument] = [], examples: [String],
    caller: StaticString = #fileID
  ) {
    self.init(
      words, summary, action: action(), arguments: arguments, examples: examples
    ) { invocation in
      let input = try invocation.input(Input.self)
      let section = ListSection("items", id: identity, layout: layout(), empty: empty) { _ in
        ListPage(try await invocation.mediator.perform(action(), input, caller: caller))
      }
      return ListScene(LocalizedText(verbatim: summary), [section])
    }
  }
}
