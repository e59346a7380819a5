import Console
import Documents
import Mediator
import ModuleManager
import ModuleTesting
import Testing

@testable import Scenes

/// What a module declares about a bar, and the scenes that the host makes of it.
@MainActor @Suite(.timeLimit(.minutes(15))) struct BarDescriptionTests {
  private let mediator = Mediator()
  private let source = StopSource(["a"])

  private var bar: BarDescription {
    BarDescription(
      BarID("stops"), key: .character("b"), "see stops", following: [StopsChanged.self]
    ) { [source] _ in
      let page = try await source.page(ListRequest(offset: 0, limit: 9, ignoresCache: true))
      return page.items.isEmpty ? nil : page.items.map(\.name).joined(separator: ", ")
    } scene: { [source] _ in
      ListScene("Stops", [source.section()])
    }
  }

  @Test func `the host reads the bars of a module without creating it`() {
    let bars = ModuleDescriptor(StopsModule.self).contributions(of: BarDescription.self)
    #expect(bars.map(\.key) == [.character("b")])
    let none = ModuleDescriptor(PlainModule.self).contributions(of: BarDescription.self)
    #expect(none.isEmpty)
  }

  @Test func `the scene of the text has one row, none without a text, or an error`() async throws {
    let scene = bar.makeTextScene(mediator)
    await scene.open()
    #expect(scene.items(as: String.self) == ["A"])
    source.change { $0.stops = [] }
    await scene.refresh()
    #expect(scene.items(as: String.self).isEmpty)
    source.change { $0.failure = .closed("a") }
    await scene.refresh()
    #expect(scene.sections[0].state.error as? SourceError == .closed("a"))
  }

  @Test func `the text and the scene follow the events of the bar`() async throws {
    let scenes = [bar.makeTextScene(mediator), try bar.makeScene(mediator)]
    for scene in scenes { await scene.open() }
    source.change { $0.stops = [Stop("b")] }
    await mediator.publishAndWait(StopsChanged())
    #expect(scenes[0].items(as: String.self) == ["B"])
    #expect(scenes[1].items(as: Stop.self) == [Stop("b")])
  }

  @Test func `a scene is told once when it is no longer shown over another`() {
    let (list, sheet, form) = (
      ListScene("List", []), ListScene("Sheet", []), ListScene("Form", [])
    )
    var removed: [String] = []
    sheet.onRemoval = { removed.append("sheet") }
    form.onRemoval = { removed.append("form") }
    list.push(sheet, as: .sheet)
    sheet.push(form)
    #expect(sheet.presentation == .sheet && form.presentation == .fullScreen)
    #expect(removed.isEmpty)
    list.pop()
    list.pop()
    #expect(removed == ["form", "sheet"])
    list.push(sheet, as: .sheet)
    list.push(form)
    #expect(removed == ["form", "sheet", "sheet"] && list.pushed === form)
  }
}

private struct StopsChanged: Event {}

private enum Stops: Interface {}

private struct PlainModule: Module {
  static let manifest = Manifest(Stops.self, summary: "Has no bar")
  init(context: ModuleContext) {}
  func register(with registrar: Registrar) {}
}

private struct StopsModule: Module {
  static let manifest = Manifest(Stops.self, summary: "Has a bar")
  static let contributions = Contributions(bars)
  static let bars = [
    BarDescription(BarID("stops"), key: .character("b"), "see stops") { _ in
      nil
    } scene: { _ in
      ListScene("Stops", [])
    }
  ]
  init(context: ModuleContext) {}
  func register(with registrar: Registrar) {}
}
