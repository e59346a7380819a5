import Foundation
import Mediator
import Messages
import MessagesInterface
import ModuleManager
import NetworkInterface
import Platform

/// The speed of the outbox.
enum MessagesSuite: Suite {
  static let name = "messages"

  static func figures(_ options: Options) async throws -> [Figure] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "messages-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return [try await queueing(in: folder)]
  }

  /// Stores messages, alternating with writing the same number of bytes to a file and calling
  /// fsync.
  private static func queueing(in folder: URL) async throws -> Figure {
    let mediator = Mediator()
    let service = MessageServer("shop") { _ in
      "http://127.0.0.1:1"
    } account: { _ in
      "anna"
    } token: { _, _ in
      "token"
    }
    let shop = ModuleDescriptor(Manifest(name: "Shop", summary: ""), contributions: [service]) {
      _ in
      Shop()
    }
    let manager = try ModuleManager(
      [ModuleDescriptor(MessagesModule.self), shop], mediator: mediator
    ) { manifest in
      ModuleContext(mediator: mediator, folder: folder.appending(path: manifest.target))
    }
    try mediator.answer(Network.fetch) { _ in
      FetchResponse(status: 200, body: Data("{}".utf8))
    }
    try await manager.open()
    let queued = Lock(ContinuousClock.now)
    let subscription = mediator.follow(MessageQueued.self) { _ in
      queued.withLock { $0 = ContinuousClock.now }
    }
    _ = try await mediator.send(Order(number: 0))
    let log = folder.appending(path: "messages/store.sqlite-wal").path
    let before = try bytes(of: log)
    _ = try await mediator.send(Order(number: 0))
    // A message is written three times: when it is stored, claimed and answered.
    let page = Data(repeating: 1, count: max(1, (try bytes(of: log) - before) / 3))
    let file = folder.appending(path: "plain")
    try Data().write(to: file)
    let plain = try FileHandle(forWritingTo: file)
    var pairs: [(value: Double, baseline: Double)] = []
    for number in 0..<200 {
      let began = ContinuousClock.now
      _ = try await mediator.send(Order(number: number))
      let ended = queued.withLock { $0 }
      let synced = ContinuousClock.now
      try plain.write(contentsOf: page)
      try plain.synchronize()
      let difference = began.duration(to: ended) - synced.duration(to: .now)
      pairs.append((difference / .milliseconds(1), Reference.milliseconds(of: 1)))
    }
    withExtendedLifetime(subscription) {}
    await manager.stop()
    // In references, because an fsync takes 0.9 ms on one day and 3.6 ms on another, and the work
    // beyond it does not depend on that.
    return Figure(
      "a message is stored, beyond a bare fsync", .references(pairs), "ms", ratio: .atMost(0.3))
  }

  private static func bytes(of path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.size] as? NSNumber)?.intValue ?? 0
  }

  private struct Shop: ModuleLifecycle {
    func register(with registrar: Registrar) {}
  }

  private struct Order: Message {
    struct Reply: Codable, Sendable {}
    static let server = "shop"
    static let topic = "orders"
    static let isIdempotent = true
    var path: String { "orders" }
    let number: Int
  }
}
