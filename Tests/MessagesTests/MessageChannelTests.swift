import Foundation
import Mediator
import MessagesInterface
import ModuleManager
import ModuleTesting
import Platform
import TestSupport
import Testing
import TicketOffice

@testable import Messages

/// The module with a real server at the other end of its channel.
@Suite(.highPriority, .timeLimit(.minutes(15))) struct MessageChannelTests {
  @Test func `the host reads the notifications, also after the connection was lost`() async throws {
    let office = try TicketOffice.start()
    let fixture = try await MessagesFixture(connectedTo: office)
    try await fixture.signIn("Anna", at: office)
    let received = Recorder<RemoteNotification>()
    let reader = try await fixture.readNotifications(into: received)
    for count in 1...2 {
      try await office.waitForSubscribers(1)
      let sent = try office.announce(AnnouncementRequest(city: "porto", text: "closed"))
      try await wait { received.values.count >= count }
      let notification = try #require(received.values.last)
      #expect(notification.parameters(Announcement.self, of: "platform.closed") == sent)
      #expect(notification.parameters(Announcement.self, of: "order.changed") == nil)
      office.disconnectChannel()
    }
    reader.cancel()
    await fixture.harness.stop()
  }

  @Test func `a notification of more than 64 KiB is dropped`() async throws {
    let office = try TicketOffice.start()
    let fixture = try await MessagesFixture(connectedTo: office)
    try await fixture.signIn("Anna", at: office)
    let received = Recorder<RemoteNotification>()
    let reader = try await fixture.readNotifications(into: received)
    try await office.waitForSubscribers(1)
    let text = String(repeating: "x", count: 64 << 10)
    office.notify("platform.closed", try JSON.encode(["text": text]))
    let sent = try office.announce(AnnouncementRequest(city: "porto", text: "closed"))
    try await wait { !received.values.isEmpty }
    #expect(received.values.first?.parameters(Announcement.self, of: "platform.closed") == sent)
    reader.cancel()
    await fixture.harness.stop()
  }

  @Test func `the channel is opened by nothing but the stream`() async throws {
    let office = try TicketOffice.start()
    let fixture = try await MessagesFixture(connectedTo: office)
    try await fixture.signIn("Anna", at: office)
    _ = try await fixture.mediator.send(PlaceOrder(product: "lamp"))
    _ = try await fixture.mediator.perform(Messages.retry, MessageSelection())
    #expect(try await fixture.states == [.sent])
    #expect(office.connectionCount == 0)
    let reader = try await fixture.readNotifications()
    try await office.waitForSubscribers(1)
    reader.cancel()
    await fixture.harness.stop()
    try await office.waitForSubscribers(0)
  }

  @Test func `a token that the server refuses is renewed`() async throws {
    let office = try TicketOffice.start()
    let fixture = try await MessagesFixture(connectedTo: office)
    fixture.token.withLock { $0 = "expired" }
    try await fixture.prepareRenewal(for: "Anna", at: office)
    let reader = try await fixture.readNotifications()
    try await office.waitForSubscribers(1)
    reader.cancel()
    await fixture.harness.stop()
  }

  @Test func `when the host returns to the foreground, the channel is connected at once`()
    async throws
  {
    let office = try TicketOffice.start()
    let fixture = try await MessagesFixture(connectedTo: office, clock: ManualClock())
    let isRefused = Promise<Void>()
    fixture.token.withLock { $0 = nil }
    fixture.whileReadingToken.withLock { $0 = { isRefused.fulfil(.success(())) } }
    let reader = try await fixture.readNotifications()
    try await isRefused.value
    try await fixture.signIn("Anna", at: office)
    while office.subscriberNames != ["Anna"] {
      try Task.checkCancellation()
      _ = await fixture.harness.manager.willEnterForeground()
      await Task.yield()
    }
    reader.cancel()
    await fixture.harness.stop()
  }

  @Test func `after a sign-in, the notifications are those of the new person`() async throws {
    let office = try TicketOffice.start()
    let fixture = try await MessagesFixture(connectedTo: office)
    fixture.token.withLock { $0 = nil }
    let reader = try await fixture.readNotifications()
    for name in ["Anna", "Ben"] {
      try await fixture.signIn(name, at: office)
      while office.subscriberNames != [name] {
        try Task.checkCancellation()
        _ = try await fixture.mediator.perform(Messages.retry, MessageSelection())
        await Task.yield()
      }
    }
    reader.cancel()
    await fixture.harness.stop()
  }
}

extension MessagesFixture {
  fileprivate convenience init(
    connectedTo office: TicketOffice, clock: ManualClock = ManualClock()
  ) async throws {
    let channel = MessageChannel(notifications: ["platform.closed", "order.changed"]) { _ in
      office.channelPort
    }
    try await self.init(channel: channel, clock: clock) { _ in .order(1) }
  }

  fileprivate func signIn(_ name: String, at office: TicketOffice) async throws {
    let token = try await office.signIn(name)
    self.token.withLock { $0 = token }
  }

  fileprivate func prepareRenewal(for name: String, at office: TicketOffice) async throws {
    let token = try await office.signIn(name)
    renewed.withLock { $0 = token }
  }

  /// Reads the notifications, as the host does.
  fileprivate func readNotifications(
    into received: Recorder<RemoteNotification> = Recorder()
  ) async throws -> Task<Void, any Error> {
    let notifications = try await MessagesModule.notifications[0].notifications(mediator)
    return Task { for await notification in notifications { received.record(notification) } }
  }
}

extension TicketOffice {
  fileprivate func waitForSubscribers(_ count: Int) async throws {
    try await wait { subscriberNames.count == count }
  }
}
