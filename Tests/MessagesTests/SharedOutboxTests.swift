import Foundation
import Mediator
import MessagesInterface
import ModuleTesting
import NetworkInterface
import TestSupport
import Testing

/// Real processes that share one outbox. The file `requests` stands for the server: each request is
/// a line.
@Suite(.timeLimit(.minutes(15))) struct SharedOutboxTests {
  private let temporary = TemporaryFolder()
  private let rounds = TestOptions.isThorough ? 50 : 5
  private let kills = TestOptions.isThorough ? 200 : 6

  @Test func `eight processes send each message once, in the order of its topic`() async throws {
    try FileManager.default.createDirectory(at: temporary.url, withIntermediateDirectories: true)
    let path = temporary.url.path
    await withTaskGroup { group in
      for writer in 0..<8 {
        group.addTask {
          await #expect(processExitsWith: .success) {
            [path = path as String, writer = writer as Int, rounds = rounds as Int] in
            let fixture = try await MessagesFixture.recording(in: path)
            for round in 0..<rounds {
              _ = try await fixture.mediator.send(PlaceOrder(product: "\(writer)-\(round)"))
            }
            await fixture.harness.stop()
          }
        }
      }
    }
    let products = try requests(in: path).map(\.product)
    #expect(products.count == 8 * rounds)
    for writer in 0..<8 {
      #expect(
        products.filter { $0.hasPrefix("\(writer)-") } == (0..<rounds).map { "\(writer)-\($0)" })
    }
  }

  @Test func `after kill -9, no message is lost and none has two keys`() async throws {
    try FileManager.default.createDirectory(at: temporary.url, withIntermediateDirectories: true)
    let path = temporary.url.path
    var random = SplitMix64(seed: 23)
    for run in 0..<kills {
      let delay = UInt32.random(in: 0...60_000, using: &random)
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = path as String, run = run as Int, delay = delay as UInt32] in
        let fixture = try await MessagesFixture.recording(in: path)
        let queued = try FileHandle(forWritingTo: URL(filePath: path + "/queued"))
        for number in 0... {
          let product = "\(run)-\(number)"
          _ = try await fixture.mediator.send(PlaceOrder(product: product))
          try queued.seekToEnd()
          try queued.write(contentsOf: Data("\(product)\n".utf8))
          guard number == 0 else { continue }
          Thread.detachNewThread {
            usleep(delay)
            kill(getpid(), SIGKILL)
          }
        }
      }
    }
    let fixture = try await MessagesFixture.recording(in: path)
    _ = try await fixture.mediator.perform(Messages.retry, MessageSelection())
    #expect(try await fixture.states.allSatisfy { $0 == .sent })
    let requests = try requests(in: path)
    let acknowledged = try String(contentsOfFile: path + "/queued", encoding: .utf8)
      .split(separator: "\n").map(String.init)
    let received = Dictionary(grouping: requests, by: \.product)
    #expect(acknowledged.count >= kills)
    #expect(acknowledged.filter { received[$0] == nil } == [])
    // A repeated request has the key of the first one, so the server recognizes it.
    #expect(received.values.allSatisfy { Set($0.map(\.key)).count == 1 })
    await fixture.harness.stop()
  }

  private func requests(in path: String) throws -> [(product: String, key: String)] {
    try String(contentsOfFile: path + "/requests", encoding: .utf8).split(separator: "\n").map {
      let words = $0.split(separator: " ")
      return (String(words[0]), String(words[1]))
    }
  }
}

extension MessagesFixture {
  /// A server that writes each request to a file before it answers.
  static func recording(in path: String) async throws -> MessagesFixture {
    for name in ["requests", "queued"] {
      close(open("\(path)/\(name)", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
    }
    let folder = URL(filePath: path).appending(path: "messages")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return try await MessagesFixture(folder: folder) { request in
      let order = try JSON.decode(PlaceOrder.self, from: request.body ?? Data())
      let line = Array("\(order.product) \(request.key)\n".utf8)
      let file = open("\(path)/requests", O_WRONLY | O_APPEND | O_CLOEXEC)
      _ = write(file, line, line.count)
      close(file)
      return .order(1)
    }
  }
}
