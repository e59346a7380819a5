import Console
import Documents
import Mediator
import Platform
import Scenes

/// The item of the lists in these tests.
struct Stop: Codable, Equatable, Identifiable, Sendable {
  let id: String
  var name: String

  init(_ id: String, _ name: String? = nil) {
    self.id = id
    self.name = name ?? id.uppercased()
  }
}

/// Why a `StopSource` fails.
enum SourceError: ModuleError {
  case closed(String)

  var kind: FailureKind { .notFound }
  var description: String {
    switch self {
    case .closed(let name): "'\(name)' is closed; try again"
    }
  }
}

/// A list that a test can change, and that records the requests.
final class StopSource: Sendable {
  struct State {
    var stops: [Stop] = []
    /// The stale stops for requests that accept cached items.
    var cached: [Stop]?
    var failure: SourceError?
    /// Changes the list before each response.
    var change: @Sendable (inout [Stop]) -> Void = { _ in }
    /// Whether the list claims to have more items even at its end.
    var alwaysHasMore = false
    var requests: [ListRequest] = []
  }

  private let state: Lock<State>
  let gate = AsyncGate()

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
      if !request.ignoresCache, let cached = state.cached { return ListPage(cached, isStale: true) }
      let rest = state.stops.dropFirst(request.offset)
      return ListPage(
        Array(rest.prefix(request.limit)),
        hasMore: rest.count > request.limit || state.alwaysHasMore)
    }
  }

  /// A section of the list with 3 rows per page.
  @MainActor
  func section(
    _ id: String = "stops", title: LocalizedText = "", firstRow: Int = 0,
    empty: LocalizedText? = nil, more: LocalizedText? = nil
  ) -> ListSection<Stop> {
    ListSection(
      id, title: title, id: \.id,
      layout: .numberedTable(.init("name", isFlexible: true) { "\($0.name)" }),
      firstRow: firstRow, pageSize: 3, empty: empty, more: more
    ) { try await self.page($0) }
  }
}

/// A gate that a test can close; tasks wait at it until it opens.
final class AsyncGate: Sendable {
  private struct State {
    var isOpen = true
    var waiting: [CheckedContinuation<Void, Never>] = []
    var observer: CheckedContinuation<Void, Never>?
  }

  private let state = Lock(State())

  func close() {
    state.withLock { $0.isOpen = false }
  }

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Returns when a task waits at the gate.
  func waitForTask() async {
    await withCheckedContinuation { continuation in
      let isWaiting = state.withLock { state in
        guard state.waiting.isEmpty else { return true }
        state.observer = continuation
        return false
      }
      if isWaiting { continuation.resume() }
    }
  }

  func pass() async {
    await withCheckedContinuation { continuation in
      let (isOpen, observer) = state.withLock { state in
        guard !state.isOpen else { return (true, nil as CheckedContinuation<Void, Never>?) }
        state.waiting.append(continuation)
        defer { state.observer = nil }
        return (false, state.observer)
      }
      if isOpen { continuation.resume() }
      observer?.resume()
    }
  }
}

extension ListState {
  /// The name of the case, for comparisons.
  var name: String {
    switch self {
    case .loading: "loading"
    case .content: "content"
    case .empty: "empty"
    case .failed: "failed"
    case .stale: "stale"
    }
  }
}
