import Console
import Documents
import Mediator
import Platform
import TestSupport
import Testing

@testable import Scenes

/// Sections of lists that change between requests.
@MainActor
struct ListSectionRandomTests {
  @Test(arguments: 0..<40)
  func `no row is missing or appears twice`(
    seed: Int
  ) async {
    var generator = SplitMix64(seed: seed)
    let list = ShiftingList(seed: seed, hasMoves: seed % 3 == 0)
    let section = ListSection(
      "stops", id: \.id, layout: .table(.init { "\($0.name)" }),
      pageSize: .random(in: 1...6, using: &generator)
    ) { list.page($0) }
    await section.open()
    for _ in 0..<20 {
      await withTaskGroup { group in
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
          let asksForMore = Int.random(in: 0..<4, using: &generator) > 0
          group.addTask { asksForMore ? await section.loadMore() : await section.refresh() }
        }
      }
      let ids = section.rows.map(\.id)
      #expect(Set(ids).count == ids.count, "seed \(seed)")
      #expect(list.missing(from: ids) == [], "seed \(seed)")
    }
    await section.refresh()
    #expect(section.rows.map(\.id) == list.ids(section.rows.count), "seed \(seed)")
    #expect(list.responses > 15, "seed \(seed)")
  }
}

/// A list in which, before each response, rows are inserted, removed, edited and perhaps moved.
private final class ShiftingList: Sendable {
  private struct State {
    var generator: SplitMix64
    var stops = (0..<50).map { Stop("s\($0)") }
    var next = 50
    /// The rows that stayed in the list since the first page was last requested.
    var lasting: Set<String> = []
    var responses = 0
  }

  private let hasMoves: Bool
  private let state: Lock<State>

  init(seed: Int, hasMoves: Bool) {
    self.hasMoves = hasMoves
    state = Lock(State(generator: SplitMix64(seed: -seed)))
  }

  var responses: Int { state.withLock { $0.responses } }

  func ids(_ count: Int) -> [String] { state.withLock { $0.stops.prefix(count).map(\.id) } }

  /// The rows that are missing: not shown, before the last shown row, and in the list all the time.
  /// If rows move, rows may be missing, and the result is empty.
  func missing(from shown: [String]) -> [String] {
    guard !hasMoves else { return [] }
    return state.withLock { state in
      let ids = state.stops.map(\.id)
      let end = ids.lastIndex(where: shown.contains) ?? 0
      return ids.prefix(end).filter { state.lasting.contains($0) && !shown.contains($0) }
    }
  }

  func page(_ request: ListRequest) -> ListPage<Stop> {
    state.withLock { state in
      for _ in 0..<Int.random(in: 0...2, using: &state.generator) { change(&state) }
      state.responses += 1
      let ids = Set(state.stops.map(\.id))
      state.lasting = request.offset == 0 ? ids : state.lasting.intersection(ids)
      let rest = state.stops.dropFirst(request.offset)
      return ListPage(Array(rest.prefix(request.limit)), hasMore: rest.count > request.limit)
    }
  }

  private func change(_ state: inout State) {
    let index = Int.random(in: 0...state.stops.count, using: &state.generator)
    let isInList = index < state.stops.count
    switch Int.random(in: 0..<(hasMoves ? 5 : 4), using: &state.generator) {
    case 0, 1:
      state.stops.insert(Stop("s\(state.next)"), at: index)
      state.next += 1
    case 2 where isInList: state.stops.remove(at: index)
    case 3 where isInList: state.stops[index].name += "!"
    case 4 where isInList:
      let stop = state.stops.remove(at: index)
      state.stops.insert(
        stop, at: .random(in: 0...state.stops.count, using: &state.generator))
    default: break
    }
  }
}
