import Foundation
import Mediator
import ModuleTesting
import Platform
import Testing

@testable import HostKit

@Suite(.timeLimit(.minutes(15))) struct EventBridgeTests {
  private let temporary = TemporaryFolder()

  private func process(_ id: Int, maximumFileSize: Int = 1 << 20) -> BridgedProcess {
    BridgedProcess(id, in: temporary.url, maximumFileSize: maximumFileSize)
  }

  private var file: URL { temporary.url.appending(path: "\(EventBridge.folderName)/1.log") }

  @Test func `every process receives an event once, in the order of publication`() async throws {
    let processes = (0..<3).map { process($0) }
    processes[0].publish(0..<200)
    processes[1].publish(0..<100)
    for process in processes { try await process.wait(for: 300) }
    // An event that were shared again would arrive before this one.
    processes[2].publish(0..<1)
    for process in processes {
      try await process.wait(for: 301)
      #expect(process.numbers(from: 0) == Array(0..<200))
      #expect(process.numbers(from: 1) == Array(0..<100))
      #expect(process.messages.values.isEmpty)
      await process.stop()
      #expect(process.count == 301)
    }
  }

  @Test func `what a follower of a received event publishes is shared`() async throws {
    let (first, second) = (process(1), process(2))
    let noticed = Recorder<Int>()
    let subscriptions = [
      second.mediator.follow(PriceChanged.self) { [unowned second] in
        second.mediator.publish(PriceNoticed(process: 2, number: $0.number))
      },
      first.mediator.follow(PriceNoticed.self) { noticed.record($0.number) },
    ]
    first.publish(7..<9)
    try await wait { noticed.values.count == 2 }
    #expect(noticed.values == [7, 8])
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `an event that is not shared stays in its process`() async throws {
    let (first, second) = (process(1), process(2))
    let subscription = second.mediator.follow(PriceShown.self) { _ in
      Issue.record("the event is not shared")
    }
    first.mediator.publish(PriceShown())
    first.publish(0..<1)
    try await second.wait(for: 1)
    withExtendedLifetime(subscription) {}
  }

  @Test func `a process that does not receive sends, and a folder is created by receivers only`()
    async throws
  {
    let sender = BridgedProcess(1, in: temporary.url, isReceiving: false)
    sender.publish(0..<1)
    #expect(!FileManager.default.fileExists(atPath: temporary.url.path))
    let receiver = process(2)
    sender.publish(1..<3)
    try await receiver.wait(for: 2)
    #expect(receiver.numbers(from: 1) == [1, 2])
    #expect(sender.messages.values.isEmpty && sender.numbers(from: 2).isEmpty)
  }

  @Test func `the language of the session is that of the followers`() async throws {
    let receiver = BridgedProcess(1, in: temporary.url, isReceiving: false)
    let languages = Recorder<String>()
    let subscription = receiver.mediator.follow(queued: PriceChanged.self) { _ in
      languages.record(Language.current?.description ?? "unknown")
    }
    Language.$current.withValue(Language("pt-BR")) { receiver.receive() }
    process(2).publish(0..<1)
    try await wait { languages.values == ["pt-BR"] }
    withExtendedLifetime(subscription) {}
  }

  @Test func `events of another version of the app are ignored with a warning`() async throws {
    let (first, second) = (process(1), process(2))
    let other = try FileHandle(forWritingTo: file)
    other.seekToEndOfFile()
    other.write(
      Data(
        """

        {"content":{},"event":"PriceForgotten","process":"a"}
        {"content":{"process":"one"},"event":"PriceChanged","process":"a"}
        {"content":{"number":3,"process":4,"colour":5},"event":"PriceChanged","process":"a"}

        """.utf8))
    first.publish(0..<1)
    for process in [first, second] {
      try await process.wait(for: 2)
      #expect(process.numbers(from: 4) == [3] && process.numbers(from: 1) == [0])
      let messages = process.messages.values
      #expect(messages.allSatisfy { $0.contains("of other processes were ignored") })
      #expect(messages.first?.hasSuffix("no event is called 'PriceForgotten'") == true)
    }
  }

  @Test(arguments: [
    Data([0xFF, 0xFE, 0, 10, 10, 0xC3, 0x28]), Data(repeating: UInt8(ascii: "["), count: 5_000_000),
    Data(#"{"event":1e999,"process":null}"#.utf8), Data(#"{"event":"PriceChanged","pro"#.utf8),
  ])
  func `hostile content of the file spoils no other event`(content: Data) async throws {
    let (first, second) = (process(1), process(2))
    let other = try FileHandle(forWritingTo: file)
    other.seekToEndOfFile()
    other.write(content)
    first.publish(0..<3)
    try await second.wait(for: 3)
    #expect(second.numbers(from: 1) == [0, 1, 2])
  }

  @Test func `while files are replaced, no event is lost and none comes twice`() async throws {
    // 13 files.
    let processes = (0..<4).map { process($0, maximumFileSize: 8000) }
    await withDiscardingTaskGroup { group in
      for process in processes { group.addTask { process.publish(0..<250) } }
    }
    for process in processes {
      try await process.wait(for: 1000)
      for sender in 0..<4 { #expect(process.numbers(from: sender) == Array(0..<250)) }
      #expect(process.count == 1000 && process.messages.values.isEmpty)
    }
    // The next append removes the files that all processes have read.
    processes[0].publish(250..<251)
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }

  @Test func `a folder that cannot be used is a warning, and is used as soon as it can`()
    async throws
  {
    let folder = temporary.url.appending(path: EventBridge.folderName)
    try FileManager.default.createDirectory(
      at: folder.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data().write(to: folder)
    let (first, second) = (process(1), process(2))
    #expect(
      second.messages.values == [
        "warning: events of other processes are not received: '\(folder.path)' cannot be used "
          + "(not a directory)"
      ])
    first.publish(0..<1)
    #expect(first.count == 1)
    try FileManager.default.removeItem(at: folder)
    var number = 1
    while second.count == 0 {
      first.publish(number..<number + 1)
      number += 1
      try Task.checkCancellation()
      await Task.yield()
    }
  }

  @Test func `a folder that was removed is created again`() async throws {
    let (first, second) = (process(1), process(2))
    first.publish(0..<1)
    try await second.wait(for: 1)
    try FileManager.default.removeItem(at: temporary.url.appending(path: EventBridge.folderName))
    var number = 1
    while second.count == 1 {
      first.publish(number..<number + 1)
      number += 1
      try Task.checkCancellation()
      await Task.yield()
    }
  }

  @Test func `eight processes receive 10,000 events`() async throws {
    let (processes, events) = (8, 1250)
    try FileManager.default.createDirectory(at: temporary.url, withIntermediateDirectories: true)
    let path = temporary.url.path
    await withDiscardingTaskGroup { group in
      for id in 0..<processes {
        group.addTask {
          await #expect(processExitsWith: .success) {
            [
              id = id as Int, path = path as String, processes = processes as Int,
              events = events as Int
            ] in
            let folder = URL(filePath: path)
            let process = BridgedProcess(id, in: folder, maximumFileSize: 1 << 17)
            func reach(_ step: String) async throws {
              try Data().write(to: folder.appending(path: "\(step)-\(id)"))
              try await wait(attempts: 600_000) {
                (0..<processes).allSatisfy {
                  FileManager.default.fileExists(atPath: "\(path)/\(step)-\($0)")
                }
              }
            }
            try await reach("receiving")
            process.publish(0..<events)
            try await process.wait(for: processes * events)
            for sender in 0..<processes {
              #expect(process.numbers(from: sender) == Array(0..<events))
            }
            try await reach("received")
            await process.stop()
            #expect(process.count == processes * events && process.messages.values.isEmpty)
          }
        }
      }
    }
  }

  @Test func `a process that is killed while it publishes spoils no event of others`() async throws
  {
    let (first, second) = (process(1), process(2))
    let path = temporary.url.path
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let process = BridgedProcess(3, in: URL(filePath: path), isReceiving: false)
      Thread.detachNewThread {
        while process.count < 100 {}
        kill(getpid(), SIGKILL)
      }
      process.publish(0..<1_000_000)
    }
    first.publish(0..<10)
    try await wait { second.numbers(from: 1).count == 10 }
    #expect(second.numbers(from: 1) == Array(0..<10))
    let killed = second.numbers(from: 3)
    #expect(killed.count >= 99 && killed == Array(0..<killed.count))
  }
}
