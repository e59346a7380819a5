public import Observation

/// One block of a scene: loads its own items page by page, turns them into rows, and answers for
/// their events.
///
/// ```swift
/// let cities = ListSection("cities", id: \.name, layout: .table(.init("name") { "\($0.name)" })) { _ in
///   ListPage(try await mediator.perform(DataSource.cities))
/// }
/// ```
@MainActor @Observable
public final class ListSection {
  /// Its name in the scene's JSON and in events.
  public let id: String
  /// What stands above it where several sections are shown; none when it is empty.
  public let title: String
  /// Its rows, in each of which another identity.
  public internal(set) var rows: [ListRow] = [] { didSet { edition += 1 } }
  /// What there is to show.
  public internal(set) var state: ListState { didSet { edition += 1 } }
  /// Whether there are rows beyond these.
  public internal(set) var hasMore = false { didSet { edition += 1 } }
  /// Whether an answer is on its way.
  public internal(set) var isLoading = false

  /// How often what it shows has changed.
  @ObservationIgnored private(set) var edition = 0

  let form: ListForm
  let sentences: (empty: String?, more: String?)
  let firstRow: Int
  let pageSize: Int
  let load: Load?
  let respond: ListResponder
  @ObservationIgnored var next: (ListEvent) -> Void = { _ in }
  @ObservationIgnored var followers: [([ListRow]) -> Void] = []
  @ObservationIgnored var refreshes = 0
  @ObservationIgnored var continuations = 0
  let turnstile = Turnstile()

  typealias Load = @concurrent @Sendable (ListRequest) async throws -> ListPage<ListRow>

  /// A section of items that are loaded.
  /// - Parameters:
  ///   - id: Its name in the scene's JSON and in events.
  ///   - title: What stands above it where several sections are shown.
  ///   - identity: What tells an item from every other; of two that share it the first counts.
  ///   - layout: How the items are drawn.
  ///   - firstRow: How many rows of the list come before the first one shown.
  ///   - pageSize: How many rows are asked for at a time.
  ///   - empty: What is said when there are none; nil to leave the section out then.
  ///   - more: What is said when there are rows beyond those shown.
  ///   - respondRow: A row's link of the responder chain, which also knows the row's item.
  ///   - respond: The section's link, which also hears of changes and failures.
  ///   - load: Asks for items; called off the main actor, for one page at a time.
  public init<Item: ListItem>(
    _ id: String, title: String = "", id identity: @escaping @Sendable (Item) -> String,
    layout: ListLayout<Item>, firstRow: Int = 0, pageSize: Int = 20, empty: String? = nil,
    more: String? = nil,
    respondRow: @escaping @MainActor (Item, ListEvent) -> ListEvent? = { $1 },
    respond: @escaping ListResponder = { $0 },
    load: @escaping @concurrent @Sendable (ListRequest) async throws -> ListPage<Item>
  ) {
    self.id = id
    self.title = title
    state = .loading
    form = layout.form
    sentences = (empty, more)
    self.firstRow = firstRow
    self.pageSize = pageSize
    self.respond = respond
    self.load = { request in
      try await load(request).map { item in
        layout.row(for: item, id: identity(item)) { respondRow(item, $0) }
      }
    }
  }

  /// A banner over another section: shows those of its items that `isShown` picks, and loads nothing
  /// itself.
  public init<Item: ListItem>(
    _ id: String, over base: ListSection, layout: ListLayout<Item>,
    where isShown: @escaping @Sendable (Item) -> Bool
  ) {
    self.id = id
    title = ""
    state = .empty
    form = layout.form
    sentences = (nil, nil)
    firstRow = 0
    pageSize = 0
    respond = { $0 }
    load = nil
    base.followers.append { [weak self] rows in
      let shown = rows.compactMap { row in
        (row.item as? Item).map { (row, $0) }
      }.filter { isShown($0.1) }
      let banner = shown.map { row, item in
        layout.row(for: item, id: row.id, respond: row.respond)
      }
      self?.show(ListPage(banner))
    }
  }

  /// Sends an event of a row up the responder chain.
  public func send(_ kind: ListEvent.Kind, from row: ListRow) {
    var event = ListEvent(kind)
    event.row = row
    guard let event = row.respond(event) else { return }
    pass(event)
  }

  /// Takes an event from a row, or begins one of its own.
  func pass(_ event: ListEvent) {
    var event = event
    event.section = id
    event.index = rows.firstIndex { $0.id == event.row?.id }
    guard let event = respond(event) else { return }
    next(event)
  }
}
