import Console
import ListScene
import Mediator

/// A list that a test changes, and that notes who asks for what.
final class Source: Sendable {
  struct State {
    var stops: [Stop] = []
    /// What is answered, as a stale copy, when a kept one will do.
    var kept: [Stop]?
    var failure: Failure?
    /// What happens to the list right before each answer.
    var change: @Sendable (inout [Stop]) -> Void = { _ in }
    /// Whether the list promises more than there is.
    var boasts = false
    /// What was asked so far.
    var requests: [ListRequest] = []
  }

  private let state: Lock<State>
  let gate = Gate()

  init(_ ids: [String]) {
    state = Lock(State(stops: ids.map { Stop($0) }))
  }

  convenience init(_ count: Int) {
    self.init((0..<count).map { "s\($0)" })
  }

  var requests: [ListRequest] { state.withLock { $0.requests } }

  func change(_ change: @Sendable (inout State) -> Void) {
    state.withLock { change(&$0) }
  }

  func page(_ request: ListRequest) async throws -> ListPage<Stop> {
    await gate.pass()
    return try state.withLock { state in
      state.requests.append(request)
      state.change(&state.stops)
      if let failure = state.failure { throw failure }
      if !request.isFresh, let kept = state.kept { return ListPage(kept, isStale: true) }
      let rest = state.stops.dropFirst(request.offset)
      return ListPage(
        Array(rest.prefix(request.limit)), hasMore: rest.count > request.limit || state.boasts)
    }
  }

  /// A section of the list, 3 rows a page.
  @MainActor
  func section(
    _ id: String = "stops", title: String = "", firstRow: Int = 0, empty: String? = nil,
    more: String? = nil, respondRow: @escaping @MainActor (Stop, ListEvent) -> ListEvent? = { $1 },
    respond: @escaping ListResponder = { $0 }
  ) -> ListSection {
    ListSection(
      id, title: title, id: \.id,
      layout: .numberedTable(.init("name", isFlexible: true) { .init($0.name) }),
      firstRow: firstRow, pageSize: 3, empty: empty, more: more,
      respondRow: respondRow, respond: respond
    ) { try await self.page($0) }
  }
}
