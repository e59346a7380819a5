import Channel
import Foundation
import Mediator
import Platform
import Plugins

/// A list that a client may want to be notified of when it has changed.
enum MCPList: String, CaseIterable {
  case tools, resources, prompts

  /// The member of a filter that asks for it.
  var member: String { "\(rawValue)ListChanged" }
  fileprivate var method: String { "notifications/\(rawValue)/list_changed" }
}

/// Notifies a client when its lists have changed, and when resources that it has subscribed to may have changed: a module whose data
/// they show has published an event, in this process or, if the event is shared, in another one.
///
/// Source: Model Context Protocol, revisions 2026-07-28, "Subscriptions", and 2025-11-25,
/// "Resources".
final class MCPSubscriptions: Sendable {
  /// How many resources a client may subscribe to at the same time.
  static let maximumCount = 100
  /// From one notification about a resource to the next, however many events are published.
  static let interval = Duration.milliseconds(100)

  private struct State {
    /// The subscriptions of a client of the older era, by URL.
    var tasks: [String: Task<Void, Never>] = [:]
    /// How many resources the open requests of the modern era have.
    var listening = 0
    /// The lists that open requests of the modern era ask for, by the mark of their notifications.
    var lists: [String: Set<MCPList>] = [:]
    /// How often the lists have changed.
    var listChanges = 0

    func checkRoom(for count: Int) throws {
      guard tasks.count + listening + count <= maximumCount else {
        throw ChannelError.invalid(
          "a client can subscribe to \(maximumCount) resources at the same time; end a "
            + "subscription first")
      }
    }
  }

  private let mediator: Mediator
  private let clock: any Clock<Duration>
  private let notify: @Sendable (_ method: String, _ parameters: Data) async throws -> Void
  private let state = Lock(State())

  /// - Parameter notify: Sends a notification to the client.
  init(
    _ mediator: Mediator, clock: any Clock<Duration>,
    notify: @escaping @Sendable (_ method: String, _ parameters: Data) async throws -> Void
  ) {
    self.mediator = mediator
    self.clock = clock
    self.notify = notify
  }

  /// Subscribes until `unsubscribe`. To subscribe twice has the effect of once.
  func subscribe(to uri: String, of tool: MCPTool) throws {
    try state.withLock { state in
      guard state.tasks[uri] == nil else { return }
      try state.checkRoom(for: 1)
      let updates = Updates(of: tool, through: mediator)
      state.tasks[uri] = Task { try? await report(updates, of: uri) }
    }
  }

  /// Ends a subscription. To end one that does not exist is not an error.
  func unsubscribe(from uri: String) {
    state.withLock { $0.tasks.removeValue(forKey: uri) }?.cancel()
  }

  /// Ends all subscriptions of the older era; those of the modern era end with their requests.
  func end() {
    let tasks = state.withLock { Array($0.tasks.values) }
    for task in tasks { task.cancel() }
  }

  /// Subscribes until the task is cancelled.
  /// - Parameter id: The id of the request, as JSON, which marks the notifications.
  func listen(
    to resources: [String: MCPTool], and lists: Set<MCPList>, id: Data
  ) async throws {
    let count = resources.count
    let metadata =
      #""_meta":{"\#(MCPEra.metadataPrefix)subscriptionId":\#(String(decoding: id, as: UTF8.self))}"#
    let listChanges = try state.withLock { state in
      try state.checkRoom(for: count)
      guard lists.isEmpty || state.lists.count < Self.maximumCount else {
        throw ChannelError.invalid("\(Self.maximumCount) requests listen already; end one first")
      }
      state.listening += count
      return state.listChanges
    }
    defer {
      state.withLock { state in
        state.listening -= count
        state.lists[metadata] = nil
      }
    }
    let mark = metadata + ","
    // Before the client can rely on it.
    let updates = resources.map { ($0, Updates(of: $1, through: mediator)) }
    let uris = String(decoding: try JSON.encode(resources.keys.sorted()), as: UTF8.self)
    let members =
      MCPList.allCases.filter(lists.contains).map { #""\#($0.member)":true"# }
      + (resources.isEmpty ? [] : [#""resourceSubscriptions":\#(uris)"#])
    try await notify(
      "notifications/subscriptions/acknowledged",
      Data(#"{\#(mark)"notifications":{\#(members.joined(separator: ","))}}"#.utf8))
    // The acknowledgement is the first message.
    let haveChanged = state.withLock { state in
      if !lists.isEmpty { state.lists[metadata] = lists }
      return state.listChanges != listChanges
    }
    if haveChanged { try await report(lists, metadata) }
    try await withThrowingTaskGroup { group in
      for (uri, updates) in updates {
        group.addTask { try await self.report(updates, of: uri, mark: mark) }
      }
      try await Promise<Void>().value
    }
  }

  /// Says that the lists have changed.
  /// - Parameter isLegacy: Whether the client is of the older era, in which it need not ask.
  func reportListChanges(isLegacy: Bool) async {
    if isLegacy {
      for list in MCPList.allCases { try? await notify(list.method, Data("{}".utf8)) }
    }
    let listeners = state.withLock { state in
      state.listChanges += 1
      return state.lists
    }
    for (metadata, lists) in listeners { try? await report(lists, metadata) }
  }

  private func report(_ lists: Set<MCPList>, _ metadata: String) async throws {
    for list in MCPList.allCases where lists.contains(list) {
      try await notify(list.method, Data("{\(metadata)}".utf8))
    }
  }

  /// Reports updates until the task is cancelled or the connection ends.
  private func report(_ updates: Updates, of uri: String, mark: String = "") async throws {
    let uri = String(decoding: try JSON.encode(uri), as: UTF8.self)
    for await _ in updates.stream {
      try await notify("notifications/resources/updated", Data(#"{\#(mark)"uri":\#(uri)}"#.utf8))
      try await clock.sleep(for: Self.interval)
    }
  }
}

/// One element for the events of a resource that were published since the last one.
private struct Updates: Sendable {
  let stream: AsyncStream<Void>
  private let subscriptions: [Subscription]

  init(of tool: MCPTool, through mediator: Mediator) {
    let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    func follow(_ type: (some Event).Type) -> Subscription {
      mediator.follow(type) { _ in continuation.yield() }
    }
    self.stream = stream
    subscriptions = tool.events.map { follow($0) }
  }
}
