import Console
import Documents
import Mediator
import Scenes
import Testing

@testable import HostKit

/// The state of the browser, to which messages are passed without a screen, a clock or tasks.
@MainActor
struct BrowserStateTests {
  /// What is done with the topmost scene, without its identity.
  private func names(_ effects: [BrowserState.Effect]) -> [String] {
    effects.map { effect in
      switch effect {
      case .scene(.open): "open"
      case .scene(.refresh): "refresh"
      case .scene(.endSelection): "end selection"
      case .scene(.loadMore): "load more"
      case .scene(.search(_, let text, let number)): "search \(number) \(text)"
      case .scene(.openRow(_, let path)): "open \(path?.row ?? "nothing")"
      case .scene(.performAction(_, let key, let path)): "perform \(key) \(path?.row ?? "")"
      case .scene(.performConfirmed(_, let asked, let path)):
        "perform \(asked.action) \(path?.row ?? "")"
      case .scene(.openBar): "open bar"
      case .scene(.closeScene): "close"
      case .scene(.check(let field)): "check \(field.field)"
      case .edit(let field, _): "edit \(field.field)"
      case .canvas: "canvas"
      case .moveScale(_, let id, _): "move \(id)"
      case .openLink(let link): "open \(link)"
      case .save(_, let path): "save \(path ?? "")"
      case .copy: "copy"
      case .loadTransliterator: "transliterator"
      }
    }
  }

  /// A state before its first message.
  private func newState(of root: ListScene, columns: Int = 40) -> BrowserState {
    BrowserState(
      SceneSnapshot(root), size: ScreenSize(columns: columns, rows: 15), colors: .none,
      theme: .dark, mouse: .on)
  }

  /// A state that knows a scene and the scenes over it.
  private func state(of root: ListScene) -> BrowserState {
    var state = newState(of: root)
    _ = state.receive(scenes(root))
    return state
  }

  private func scenes(_ root: ListScene, isBusy: Bool = false) -> BrowserState.Message {
    let scenes = sequence(first: root, next: \.pushed)
    return .scenesChanged(scenes.map { SceneSnapshot($0) }, isBusy: isBusy)
  }

  /// A scene with rows, of which a page is loaded.
  private func list(_ rows: [String] = ["a", "b"], pageSize: Int = 20) async -> ListScene {
    let section = section(pageSize: pageSize) { request in
      let rest = rows.dropFirst(request.offset)
      return ListPage(Array(rest.prefix(request.limit)), hasMore: rest.count > request.limit)
    }
    let scene = scene(section)
    await scene.open()
    return scene
  }

  private func section(
    pageSize: Int = 20, load: @escaping @Sendable (ListRequest) async -> ListPage<String>
  ) -> ListSection<String> {
    let layout = ListLayout<String>.table(.init { "\($0)" })
    return ListSection("rows", id: \.self, layout: layout, pageSize: pageSize) { await load($0) }
  }

  private func scene(_ section: ListSection<String>) -> ListScene {
    let scene = ListScene("Rows", [section])
    scene.addAction("pay", key: "p", on: section) { _, _ in nil }
    return scene
  }

  @Test(
    arguments: [
      ([.enter], ["open a"]), ([.down, .character("p")], ["perform p b"]),
      ([.character("r")], ["refresh"]), ([.character("c")], ["copy"]), ([.down], []),
      ([.character("s"), .character("x"), .enter], ["save x"]), ([.escape], []),
      ([.character("/"), .character("b"), .enter], ["open b"]),
      ([.character("?"), .character("p")], []),
    ] as [([Key], [String])])
  func `each key has its effects`(keys: [Key], effects: [String]) async {
    var state = state(of: await list())
    let all = keys.map { state.receive(.key($0)) }
    #expect(names(all.last ?? []) == effects)
  }

  @Test func `a message changes nothing but the state that receives it`() async {
    let first = state(of: await list())
    var (one, other) = (first, first)
    for key in [Key.down, .character("/"), .character("b")] {
      let effects = one.receive(.key(key))
      #expect(one != other)
      #expect(effects == other.receive(.key(key)) && one == other)
    }
    #expect(first.top.view.cursor.selection?.row == "a")
  }

  @Test func `the same scenes again change nothing`() async {
    let scene = await list()
    var state = state(of: scene)
    let before = state
    #expect(state.receive(scenes(scene)) == [] && state == before)
  }

  @Test func `a new scene is opened, and one to which the person returns stays`() async {
    let (root, other) = (await list(), await list(["c"]))
    var state = state(of: root)
    root.push(other)
    #expect(names(state.receive(scenes(root))) == ["open"])
    #expect(state.top.view.cursor.selection?.row == "c")
    #expect(names(state.receive(.key(.escape))) == ["close"])
    root.pop()
    #expect(names(state.receive(scenes(root))) == [])
    // Another scene in the same place is a new one.
    root.push(other)
    _ = state.receive(scenes(root))
    root.push(await list(["d"]))
    #expect(names(state.receive(scenes(root))) == ["open"])
    #expect(state.top.view.cursor.selection?.row == "d")
  }

  @Test func `closing the first scene ends the browser`() async {
    var state = state(of: await list())
    #expect(state.receive(.key(.character("q"))) == [] && state.navigation.isOver)
  }

  private static let question = BrowserState.Message.question(
    "Pay?", PendingConfirmation(action: 0, path: nil, row: nil))

  @Test(
    arguments: [
      ([.key(.character("y"))], ["perform 0 a"], nil), ([.key(.character("n"))], [], nil),
      ([.key(.down), .key(.character("y"))], [], nil),
      ([.message("News."), .key(.character("y"))], [], nil),
      ([.message("News.")], [], "News."),
      ([.resized(ScreenSize(columns: 40, rows: 9))], [], "Pay?"),
    ] as [([BrowserState.Message], [String], String?)])
  func `only the next key answers a question`(
    messages: [BrowserState.Message], effects: [String], message: String?
  ) async {
    var state = state(of: await list())
    _ = state.receive(Self.question)
    let all = messages.map { state.receive($0) }
    #expect(names(all.last ?? []) == effects && state.top.message == message)
    #expect(state.top.view.cursor.selection?.row == "a")
  }

  @Test(
    arguments: [
      ([.timerFired(.opening)], ["perform p a"]), ([.key(.escape)], []), ([], []),
    ] as [([BrowserState.Message], [String])])
  func `keys after one that opens a row are held until it is open, for some time`(
    messages: [BrowserState.Message], effects: [String]
  ) async {
    let scene = await list()
    var state = state(of: scene)
    for key in [Key.enter, .character("p")] { _ = state.receive(.key(key)) }
    _ = state.receive(scenes(scene, isBusy: true))
    #expect(!state.isHeldKeyReady && state.heldKeys == [.character("p")])
    for message in messages { _ = state.receive(message) }
    #expect(state.isHeldKeyReady == !effects.isEmpty)
    if state.isHeldKeyReady { #expect(names(state.receive(.heldKey)) == effects) }
  }

  @Test func `a key is held until a row is loaded to which it refers`() async {
    let scene = scene(section { _ in ListPage(["a", "b"]) })
    var state = state(of: scene)
    for key in [Key.down, .character("p")] { #expect(state.receive(.key(key)) == []) }
    await scene.open()
    _ = state.receive(scenes(scene))
    #expect(state.isHeldKeyReady && state.receive(.heldKey) == [])
    #expect(names(state.receive(.heldKey)) == ["perform p b"] && !state.isHeldKeyReady)
  }

  @Test func `more rows are loaded once, and again only when that has ended`() async {
    let scene = await list((1...50).map(String.init), pageSize: 5)
    var state = newState(of: scene)
    #expect(names(state.receive(scenes(scene))) == ["load more"])
    #expect(state.receive(scenes(scene)) == [])
    await scene.loadMore()
    #expect(state.receive(scenes(scene)) == [])
    #expect(names(state.receive(.moreLoaded(ObjectIdentifier(scene)))) == ["load more"])
    await scene.loadMore()
    _ = state.receive(scenes(scene))
    #expect(state.receive(.moreLoaded(ObjectIdentifier(scene))) == [])
  }

  @Test func `after quick typing, Enter opens a result of the latest search`() async {
    let scene = await list()
    scene.search = { _ in }
    let id = ObjectIdentifier(scene)
    var state = state(of: scene)
    #expect(names(state.receive(.key(.character("x")))) == ["search 1 x"])
    #expect(names(state.receive(.key(.character("y")))) == ["search 2 xy"])
    #expect(state.receive(.key(.enter)) == [])
    #expect(state.receive(.searchEnded(id, 1)) == [])
    #expect(names(state.receive(.searchEnded(id, 2))) == ["open a"])
  }

  @Test
  func `a row that a scene asks for is selected as soon as it is shown, unless a key is first`()
    async
  {
    for key in [Key?.none, .down] {
      let scene = await list(["a", "b", "c", "d"], pageSize: 2)
      scene.select("d")
      var state = state(of: scene)
      scene.rowToSelect = nil
      if let key { _ = state.receive(.key(key)) }
      await scene.loadMore()
      _ = state.receive(scenes(scene))
      #expect(state.top.view.cursor.selection?.row == (key == nil ? "d" : "b"))
    }
  }

  @Test func `the title shows slow loading, until rows are loaded`() async {
    let (starts, start) = AsyncStream<Void>.makeStream()
    let (ends, end) = AsyncStream<Void>.makeStream()
    let section = section { _ in
      start.yield()
      for await _ in ends { break }
      return ListPage(["a"])
    }
    let scene = scene(section)
    let loading = Task { await scene.open() }
    for await _ in starts { break }
    var state = newState(of: scene)
    let mark = BrowserState.Timer.loadingMark(ObjectIdentifier(scene))
    #expect(state.receive(scenes(scene)) == [] && state.activities.contains(.wait(mark)))
    #expect(!state.isLoadingSlowly(state.top))
    #expect(state.receive(.timerFired(mark)) == [] && state.isLoadingSlowly(state.top))
    end.yield()
    await loading.value
    #expect(state.receive(scenes(scene)) == [] && !state.activities.contains(.wait(mark)))
    #expect(!state.isLoadingSlowly(state.top))
  }

  @Test func `a wide screen shows the detail of the row that is selected`() async {
    let section = section { _ in ListPage(["a", "b"]) }
    section.detail = { .value($0) }
    let scene = scene(section)
    await scene.open()
    var state = newState(of: scene, columns: 120)
    for (message, row) in [
      (scenes(scene), "a"), (.key(.down), "b"), (scenes(scene), "b"),
      (.resized(ScreenSize(columns: 99, rows: 15)), nil), (.key(.up), nil),
      (.resized(ScreenSize(columns: 100, rows: 15)), "a"),
    ] as [(BrowserState.Message, String?)] {
      #expect(state.receive(message) == [] && state.detailPane?.path.row == row)
    }
  }
}
