import Documents
import Foundation
public import Mediator
public import Observation

/// What a section has to show.
public enum ListState: Sendable {
  /// The first page is being loaded.
  case loading
  /// There are rows.
  case content
  /// The list is empty.
  case empty
  /// There are no rows because loading failed.
  case failed(any Error)
  /// There are rows, but they could not be refreshed or continued.
  case stale(any Error)

  /// The error of a failed or stale section.
  public var error: (any Error)? {
    switch self {
    case .loading, .content, .empty: nil
    case .failed(let error), .stale(let error): error
    }
  }
}

/// A part of a section's rows under a heading, such as the orders that are due today.
///
/// All groups of a section share the widths of its columns, and the numbers of its rows continue
/// from group to group. In JSON, the section is one list.
public struct ListGroup: Hashable, Sendable {
  /// The heading; it is drawn with a capital first letter.
  public let title: LocalizedText
  /// How urgent the group is.
  public let urgency: Urgency

  /// Creates a group; rows with equal groups have one heading.
  public init(_ title: LocalizedText, urgency: Urgency = .normal) {
    self.title = title
    self.urgency = urgency
  }
}

/// A section of a scene, without the type of its items; see `ListSection`.
@MainActor @Observable
public class SceneSection {
  /// The name of the section in the scene's JSON.
  public let id: String
  /// The title, shown if the scene has several sections; empty for none.
  public let title: LocalizedText
  /// The rows, each with a unique id.
  public internal(set) var rows: [ListRow] = [] { didSet { revision += 1 } }
  /// What the section has to show.
  public internal(set) var state: ListState { didSet { revision += 1 } }
  /// Whether there are more rows to load.
  public internal(set) var hasMore = false { didSet { revision += 1 } }
  /// Whether a page is being loaded.
  public internal(set) var isLoading = false

  /// Whether several items of the last load have the same id, so that only the first is shown.
  @ObservationIgnored package internal(set) var hasRepeatedIDs = false

  /// The number of changes to what the section shows.
  @ObservationIgnored private(set) var revision = 0

  package let layout: AnyListLayout
  let messages: (empty: LocalizedText?, more: LocalizedText?)
  /// The text of the last page for an empty list, in place of the section's.
  @ObservationIgnored var emptyText: LocalizedText?
  /// What is wrong with rows that are left out.
  @ObservationIgnored var problems: [String] = []
  /// The offset of the last row in the list of its source, which counts rows that are left out.
  @ObservationIgnored var lastOffset = 0
  /// Whether the last page is drawn.
  @ObservationIgnored var isDrawn = true
  /// Whether the first rows are enough on a page with too few rows for all sections.
  @ObservationIgnored package var isSummary = false
  /// Whether the rows are what the search of the scene has found, so that a presenter shows all of
  /// them.
  @ObservationIgnored package var isFound = false
  /// Whether a wide screen shows this section, and those after it, beside those before it.
  @ObservationIgnored public var isBeside = false
  /// The slot by which other modules add actions and details to the rows; nil for none.
  @ObservationIgnored public var slot: RowSlot?
  /// The time at which the rows were up to date, and whether their source says that they no longer
  /// are.
  @ObservationIgnored var date: (shown: Date, isStale: Bool)?
  /// The events after which the section is refreshed; nil for all that its scene follows.
  var following: [any Event.Type]?
  package let firstRow: Int
  package let pageSize: Int
  let load: Load
  /// Tells the scene that the rows have changed.
  @ObservationIgnored var onChange: () -> Void = {}
  @ObservationIgnored var now: () -> Date = { Date() }
  /// The number of refreshes that have started, and of `loadMore` calls that have ended. A call
  /// that finds another number after waiting does nothing, because another call did its work.
  @ObservationIgnored var startedRefreshes = 0
  @ObservationIgnored var endedLoadMores = 0
  let mutex = AsyncMutex()

  typealias Load = @concurrent @Sendable (ListRequest) async throws -> ListPage<ListRow>

  init(
    _ id: String, title: LocalizedText, layout: AnyListLayout, firstRow: Int, pageSize: Int,
    messages: (empty: LocalizedText?, more: LocalizedText?), following: [any Event.Type]?,
    load: @escaping Load
  ) {
    self.id = id
    self.title = title
    state = .loading
    self.layout = layout
    self.messages = messages
    self.firstRow = firstRow
    self.pageSize = pageSize
    self.following = following
    self.load = load
  }

  /// Shows the rows of another section until it has loaded its own.
  func takeRows(of other: SceneSection) {
    (rows, state, hasMore) = (other.rows, other.state, other.hasMore)
    (lastOffset, date, emptyText) = (other.lastOffset, other.date, other.emptyText)
    (problems, isDrawn) = (other.problems, other.isDrawn)
  }

  /// Whether its rows may have a detail.
  package var hasDetail: Bool { false }

  /// What a wide screen shows of a row beside the list, and what the row opens; nil for nothing.
  package func detail(of row: ListRow) -> ListDetail? { nil }

  /// The value that a row opens; nil for none.
  package func value(openedBy row: ListRow) -> (any Sendable)? { nil }
}
