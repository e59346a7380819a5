import Console
import ListScene
import Mediator
import Observation

/// The full-screen browser over the scenes that modules offer.
///
/// Keys change what it holds and what the scenes hold; `frame` is a function of both, and whoever
/// observes it draws it anew when either changes.
@MainActor @Observable
final class Browser {
  /// How much there is room for.
  var size: ScreenSize
  let colors: ColorDepth
  /// Whether the person has left the first scene.
  private(set) var isOver = false
  /// Sends the terminal a sequence that draws nothing.
  @ObservationIgnored var send: (String) -> Void = { _ in }
  let mediator: Mediator

  private let root: ListScene
  /// The scenes that were shown last, each over the one before.
  private var visits: [Visit] = []
  /// The lines that were laid out last: to move among them takes no new layout.
  @ObservationIgnored var layout: Layout?
  @ObservationIgnored private var work: [Int: Task<Void, Never>] = [:]
  @ObservationIgnored private var begun = 0

  init(_ scenes: [SceneDescription], mediator: Mediator, size: ScreenSize, colors: ColorDepth) {
    root = .start(scenes, mediator)
    self.mediator = mediator
    self.size = size
    self.colors = colors
    root.host = { [weak self] event in
      switch event.kind {
      case .failed(let error) where event.section == nil: self?.tell("\(error)")
      case .custom(let value): self?.show(value, scenes)
      case .selected, .changed, .failed: break
      }
    }
    settle()
  }

  /// The scenes from the first to the one that is shown.
  var scenes: [ListScene] { Array(sequence(first: root, next: \.pushed)) }

  /// What a person has done in the scene that is shown.
  var visit: Visit {
    let scene = scenes.last ?? root
    return visits.last { $0.scene === scene } ?? Visit(scene: scene)
  }

  /// Takes a key.
  func press(_ key: Key) {
    settle()
    guard var visit = visits.popLast() else { return }
    visit.message = nil
    let wish = visit.state.press(key, surroundings(of: visit))
    visits.append(visit)
    if let wish { grant(wish, in: visit) }
    settle()
  }

  /// Follows what has become of the scenes: opens those that are new, forgets those that are gone,
  /// and asks for more rows where the last ones are in sight.
  func settle() {
    let scenes = scenes
    let known = zip(visits, scenes).prefix { $0.scene === $1 }.count
    if known < visits.count { visits.removeLast(visits.count - known) }
    for scene in scenes.dropFirst(known) {
      // Whoever has opened what was looked for comes back to move on.
      if let last = visits.indices.last, visits[last].state.mode == .searching {
        visits[last].state.mode = .moving
      }
      var visit = Visit(scene: scene)
      if scene.search != nil { visit.state.mode = .searching }
      visits.append(visit)
      begin { await scene.controller.open() }
    }
    guard let scene = scenes.last else { return }
    let surroundings = surroundings(of: visit)
    var state = visit.state
    state.settle(surroundings)
    if state != visit.state { visits[visits.count - 1].state = state }
    if isAtEnd(state.cursor, surroundings), scene.wantsMore {
      begin { await scene.controller.loadMore() }
    }
  }

  /// Makes room for the row selected in a window of another size.
  func resize(to size: ScreenSize) {
    self.size = size
    settle()
    reveal()
  }

  private func reveal() {
    let surroundings = surroundings(of: visit)
    visits[visits.count - 1].state.cursor.reveal(
      among: surroundings.places, height: surroundings.height)
  }

  /// Waits until nothing is under way.
  func idle() async {
    while let task = work.values.first { await task.value }
  }

  /// Gives up what is under way.
  func end() {
    for task in work.values { task.cancel() }
  }

  /// Opens the scene that shows a value, if one does, over the scene that sent it.
  private func show(_ value: any Sendable, _ scenes: [SceneDescription]) {
    guard let top = self.scenes.last else { return }
    do {
      for description in scenes {
        guard let scene = try description.show(value, mediator) else { continue }
        return top.push(scene)
      }
    } catch {
      tell("\(error)")
    }
  }

  private func grant(_ wish: BrowserState.Wish, in visit: Visit) {
    let scene = visit.scene
    switch wish {
    case .open:
      guard let search = visit.search else { return open(in: visit) }
      // Whoever types quickly means what is being found, not what was found before.
      begin { [self] in
        await search.value
        settle()
        if scenes.last === scene { open(in: self.visit) }
      }
    case .leave: leave()
    case .refresh: begin { await scene.controller.refresh() }
    case .redraw: break
    case .search:
      guard let search = scene.search else { break }
      let task = begin { [self] in
        await search(visit.state.search.text)
        // What fits best comes first.
        if visits.last?.scene === scene { visits[visits.count - 1].state.cursor = Cursor() }
      }
      visits[visits.count - 1].search = task
    case .share(let path): begin { [self] in await tell { try await share(scene, to: path) } }
    case .copy: begin { [self] in await tell { try await copy(scene) } }
    case .answer(let key):
      let row = row(of: visit)?.row
      guard let own = scene.keys.first(where: { $0.key == key }) else { break }
      begin { [self] in await tell { try await own.press(row) } }
    }
  }

  private func open(in visit: Visit) {
    if let (section, row) = row(of: visit) { section.send(.selected, from: row) }
  }

  private func leave() {
    let scenes = scenes
    if scenes.count > 1 { scenes[scenes.count - 2].pop() } else { isOver = true }
  }

  private func row(of visit: Visit) -> (section: ListSection, row: ListRow)? {
    guard let place = visit.state.cursor.place,
      let section = visit.scene.controller.sections.first(where: { $0.id == place.section }),
      let row = section.rows.first(where: { $0.id == place.row })
    else { return nil }
    return (section, row)
  }

  private func tell(_ work: () async throws -> String?) async {
    do {
      if let sentence = try await work() { tell(sentence) }
    } catch {
      tell("\(error)")
    }
  }

  private func tell(_ sentence: String) {
    settle()
    visits[visits.count - 1].message = sentence.printable
    reveal()
  }

  @discardableResult
  private func begin(_ job: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
    begun += 1
    let number = begun
    let task = Task {
      await job()
      work[number] = nil
      settle()
    }
    work[number] = task
    return task
  }

  private func isAtEnd(_ cursor: Cursor, _ around: BrowserState.Surroundings) -> Bool {
    cursor.top + around.height >= around.places.count
  }
}

extension ListScene {
  /// Whether a section has more rows, and none is on its way or kept from coming.
  fileprivate var wantsMore: Bool {
    let sections = controller.sections
    return sections.contains { $0.hasMore }
      && sections.allSatisfy { !$0.isLoading && $0.state.error == nil }
  }
}
