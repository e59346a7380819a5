import Console
import Mediator
import ModuleTesting
import Scenes
import Testing

private struct ShopClosed: Event {}

private struct ClosedShop: Codable { let name: String }

/// What a scene shows after work that changes something in another module.
@MainActor @Suite(.timeLimit(.minutes(15))) struct FollowerReportsTests {
  private let mediator = Mediator()
  private let subscription: Subscription
  private let scene = ListScene("Shops", [])

  init() {
    subscription = mediator.follow(reporting: ShopClosed.self) { _, _ in
      _ = EventReports.report(.notice("removed 2 lamps; 'cart undo' brings them back"))
      _ = EventReports.report(.failure("'Orders' could not do its part: no space"))
    }
  }

  @Test(
    arguments: [
      ("c", "Closed. "), ("n", ""),
    ] as [(Shortcut, String)])
  func `a key shows its text and what the followers report`(
    key: Shortcut, text: String
  ) async throws {
    scene.addAction("close", key: "c") { [mediator] _ in
      mediator.publish(ShopClosed())
      return "Closed."
    }
    scene.addAction("close silently", key: "n") { [mediator] _ in
      mediator.publish(ShopClosed())
      return nil
    }
    let reports = """
      Removed 2 lamps; 'cart undo' brings them back. But 'Orders' could not do its part: no space.
      """
    #expect(try await SceneTester(scene).press(key) == text + reports)
  }

  @Test func `so does work that begins with the selection of a row`() async throws {
    let tester = await SceneTester(scene)
    scene.perform { [mediator] in
      mediator.publish(ShopClosed())
      return nil
    }
    try await wait { scene.runningTasks == 0 }
    #expect(tester.notices.map { $0.hasPrefix("Removed 2 lamps;") } == [true])
  }

  @Test func `so does a key that shows a form`() async throws {
    scene.addAction("close", key: "c") { [mediator] scene in
      let shop = try await scene.fill("Close") {
        (shop: ClosedShop) in
        mediator.publish(ShopClosed())
        return shop
      }
      return shop.map { "Closed \($0.name)." }
    }
    let text = try await SceneTester(scene).press("c", filling: ["name": "Lamps"])
    #expect(text?.hasPrefix("Closed Lamps. Removed 2 lamps;") == true)
    withExtendedLifetime(subscription) {}
  }

  @Test func `an error of a key is shown with what the followers report`() async throws {
    scene.addAction("close", key: "c") { [mediator] _ in
      mediator.publish(ShopClosed())
      throw ShopError.closed
    }
    let error = try await #require(throws: (any Error).self) {
      try await SceneTester(scene).press("c")
    }
    #expect(
      "\(error)" == """
        the shop is closed; try again tomorrow. Removed 2 lamps; 'cart undo' brings them back. But \
        'Orders' could not do its part: no space.
        """)
  }

  @Test func `a key does not wait longer for a follower than the deadline`() async throws {
    let end = AsyncStream<Void>.makeStream()
    let late = mediator.follow(reporting: ShopClosed.self, by: "Stock") { _, _ in
      for await _ in end.stream {}
    }
    scene.environment.followerDeadline = .milliseconds(100)
    scene.addAction("close", key: "c") { [mediator] _ in
      mediator.publish(ShopClosed())
      return "Closed."
    }
    let text = try await SceneTester(scene).press("c")
    #expect(text?.hasPrefix("Closed. ") == true)
    #expect(text?.hasSuffix("But 'Stock' has not done its part in time; run 'doctor'.") == true)
    end.continuation.finish()
    withExtendedLifetime(late) {}
  }

  @Test func `nobody accepts reports about a form that no key shows`() async throws {
    let accepted = Recorder<Bool>()
    let own = mediator.follow(reporting: ShopClosed.self) { _, _ in
      accepted.record(EventReports.report(.notice("closed")))
    }
    let filling = Task {
      try await scene.fill("Close") { (shop: ClosedShop) in
        await mediator.publishAndWait(ShopClosed())
        return shop
      }
    }
    try await wait { scene.pushed?.form != nil }
    let form = try #require(scene.pushed?.form)
    form.setValue(FieldValue("Lamps"), of: "name")
    await form.submit()
    #expect(try await filling.value?.name == "Lamps")
    #expect(accepted.values == [false])
    withExtendedLifetime(own) {}
  }
}
