import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import TestSupport
import Testing

@testable import Plugins

@Suite(
  .enabled(if: PluginFixture.python != nil, "needs python3"),
  .timeLimit(.minutes(15)))
struct PluginEventTests {
  struct PlaceChanged: Event, Encodable {
    let place: String
  }

  private let folder = TemporaryFolder()

  /// A plug-in that writes the places that it receives into a file, and does not answer for `hang`.
  private func fixture(_ deadlines: Deadlines) throws -> PluginFixture {
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    let script = """
      def call(name, arguments):
          with open("\(file.path)", "a") as file:
              file.write(arguments["place"] + " ")
          return None if arguments["place"] == "hang" else text("")

      serve([], call)
      """
    return try PluginFixture(
      script, tools: [.echo],
      manifest: .manifest(#", "follows": {"PlaceChanged": "echo"}"#), events: [PlaceChanged.self],
      deadlines: deadlines)
  }

  private var file: URL { folder.url.appending(path: "places") }

  private var places: String { (try? String(contentsOf: file, encoding: .utf8)) ?? "" }

  @Test func `who publishes an event does not wait for the program`() async throws {
    let fixture = try fixture(
      Deadlines(start: .seconds(600), stop: .seconds(1), hook: .seconds(600)))
    let harness = try await ModuleHarness(fixture.descriptor)
    // The calls would take longer than the time limit of the suite.
    for _ in 0..<3 { await harness.mediator.publishAndWait(PlaceChanged(place: "hang")) }
    try await wait { places == "hang " }
    #expect(await harness.stop().failures.isEmpty)
    #expect(places == "hang ")
  }

  @Test func `a stop waits until the program has handled the events`() async throws {
    let fixture = try fixture(
      Deadlines(start: .seconds(600), stop: .seconds(600), hook: .seconds(600)))
    let harness = try await ModuleHarness(fixture.descriptor)
    for place in ["a", "b", "c"] {
      await harness.mediator.publishAndWait(PlaceChanged(place: place))
    }
    #expect(await harness.stop().failures.isEmpty)
    #expect(places == "a b c ")
  }

  @Test func `an event that ends the program is logged with the exit status`() async throws {
    let script = """
      def call(name, arguments):
          os._exit(3)

      serve([], call)
      """
    let fixture = try PluginFixture(
      script, tools: [.echo],
      manifest: .manifest(#", "follows": {"PlaceChanged": "echo"}"#), events: [PlaceChanged.self])
    let (mediator, folder, messages) = (Mediator(), folder.url, Recorder<String>())
    let log = Log(level: .warning) { messages.record($1) }
    let manager = try ModuleManager([fixture.descriptor], mediator: mediator, clock: ManualClock())
    { _ in ModuleContext(mediator: mediator, folder: folder, log: log) }
    try await manager.open()
    mediator.publish(PlaceChanged(place: "Porto"))
    let message =
      "'weather/echo' did not handle PlaceChanged: the plug-in 'weather' ended with exit status 3; "
      + "see 'plugins log weather'"
    try await wait { messages.values.contains(message) }
    await manager.stop()
  }

  @Test func `when too many events wait, the oldest are dropped`() async {
    let (dropped, done) = (Recorder<Void>(), Recorder<Int>())
    let events = PluginEvents { dropped.record(()) }
    for number in 0..<PluginEvents.maximumWaiting + 2 { events.add { done.record(number) } }
    events.start()
    await events.finish(within: .seconds(600))
    #expect(dropped.values.count == 2)
    #expect(done.values == Array(2..<PluginEvents.maximumWaiting + 2))
  }
}
