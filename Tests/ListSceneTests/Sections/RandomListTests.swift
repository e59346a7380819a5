import Console
import ListScene
import Mediator
import TestSupport
import Testing

/// Lists that change under whoever reads them.
@MainActor
struct RandomListTests {
  @Test(arguments: 0..<40)
  func `whatever the order, no row is lost or comes twice, and the differences tell it`(
    seed: Int
  ) async {
    var generator = SplitMix64(seed: seed)
    let list = ShiftingList(seed: seed, hasMoves: seed % 3 == 0)
    let section = ListSection(
      "stops", id: \.id, layout: .table(.init { .init($0.name) }),
      pageSize: .random(in: 1...6, using: &generator)
    ) { list.page($0) }
    var told: [ListRow] = []
    var wrong = 0
    let scene = ListScene("", ListController(section))
    scene.host = { event in
      guard case .changed(let difference) = event.kind else { return }
      guard let rows = difference.applied(to: told) else { return wrong += 1 }
      told = rows
    }
    await scene.controller.open()
    for _ in 0..<20 {
      await withTaskGroup { group in
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
          let asksForMore = Int.random(in: 0..<4, using: &generator) > 0
          group.addTask { asksForMore ? await section.loadMore() : await section.refresh() }
        }
      }
      let ids = section.rows.map(\.id)
      #expect(Set(ids).count == ids.count, "seed \(seed)")
      #expect(told == section.rows, "seed \(seed)")
      #expect(list.missing(from: ids) == [], "seed \(seed)")
    }
    #expect(wrong == 0, "seed \(seed)")
    await section.refresh()
    #expect(section.rows.map(\.id) == list.ids(section.rows.count), "seed \(seed)")
    #expect(list.answers > 15, "seed \(seed)")
  }
}

/// A list in which, before each answer, rows come, go, change and perhaps move.
private final class ShiftingList: Sendable {
  private struct State {
    var generator: SplitMix64
    var stops = (0..<50).map { Stop("s\($0)") }
    var next = 50
    /// The rows that stayed since all rows shown were asked for at once.
    var lasting: Set<String> = []
    var answers = 0
  }

  private let hasMoves: Bool
  private let state: Lock<State>

  init(seed: Int, hasMoves: Bool) {
    self.hasMoves = hasMoves
    state = Lock(State(generator: SplitMix64(seed: -seed)))
  }

  var answers: Int { state.withLock { $0.answers } }

  func ids(_ count: Int) -> [String] { state.withLock { $0.stops.prefix(count).map(\.id) } }

  /// The rows before the last one shown that are not shown, though they were there all the time;
  /// unless rows move, there must be none.
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
      state.answers += 1
      let ids = Set(state.stops.map(\.id))
      state.lasting = request.offset == 0 ? ids : state.lasting.intersection(ids)
      let rest = state.stops.dropFirst(request.offset)
      return ListPage(Array(rest.prefix(request.limit)), hasMore: rest.count > request.limit)
    }
  }

  private func change(_ state: inout State) {
    let place = Int.random(in: 0...state.stops.count, using: &state.generator)
    let isThere = place < state.stops.count
    switch Int.random(in: 0..<(hasMoves ? 5 : 4), using: &state.generator) {
    case 0, 1:
      state.stops.insert(Stop("s\(state.next)"), at: place)
      state.next += 1
    case 2 where isThere: state.stops.remove(at: place)
    case 3 where isThere: state.stops[place].name += "!"
    case 4 where isThere:
      let stop = state.stops.remove(at: place)
      state.stops.insert(
        stop, at: .random(in: 0...state.stops.count, using: &state.generator))
    default: break
    }
  }
}
