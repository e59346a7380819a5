import Foundation
import Mediator
import ModuleTesting
import Testing

@testable import Scenes

private struct StopOpened: Event {}
private struct StopClosed: Event {}

@MainActor struct WidgetDescriptionTests {
  @Test func `the section of a widget follows the events of the widget`() async throws {
    let mediator = Mediator()
    let source = StopSource(1)
    let widget = WidgetDescription(.soon, following: [StopClosed.self]) { _ in
      source.section()
    } opens: { (stop: Stop) in
      stop.name
    }
    let section = widget.makeSection(.init(mediator: mediator, now: { .distantPast }))
    #expect(section.isSummary)
    let scene = ListScene("Start", [section])
    scene.follow([StopOpened.self], through: mediator)
    await scene.open()
    await mediator.publishAndWait(StopOpened())
    #expect(source.requests.count == 1)
    await mediator.publishAndWait(StopClosed())
    #expect(source.requests.count == 2)
  }

  @Test func `a row of a widget opens the value that the widget makes of its item`() async throws {
    let widget = WidgetDescription(.soon) { _ in
      StopSource(["a", "b"]).section()
    } opens: { (stop: Stop) in
      stop.id == "a" ? nil : stop.name
    }
    let section = widget.makeSection(.init(mediator: Mediator(), now: { .distantPast }))
    let tester = await SceneTester(ListScene("Start", [section]))
    for row in ["a", "b"] { try await tester.choose(row) }
    #expect(tester.opened as? [String] == ["B"])
  }
}
