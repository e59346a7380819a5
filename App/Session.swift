import Console
import Foundation
import Mediator
import ModuleManager

/// The modules at work for one command line, from its beginning to their stop.
///
/// Whoever interrupts it waits for half of the deadline of `stop` at most until the command gives
/// up, and for the other half until the modules have stopped.
final class Session: Sendable {
  private let mediator: Mediator
  private let manager: ModuleManager
  private let deadlines: Deadlines
  private let log: Log
  private let signals: HostSignals?
  private let screen: Screen?
  private let answer: Promise<Answer>
  private let work = Lock<Task<Void, Never>?>(nil)
  private let isInterrupted = Lock(false)

  /// - Throws: `ModuleManagerError` when the modules do not fit together.
  init(_ host: CommandLineHost, _ configuration: Configuration, _ mediator: Mediator) throws {
    let log = HostLog(
      configuration: configuration, terminal: host.errors, screen: host.screen)
    let answer = Promise<Answer>()
    let disabled = host.modules.map { $0.manifest }.filter { configuration.isDisabled($0) }
    let manager = try ModuleManager(
      host.modules, mediator: mediator, deadlines: configuration.deadlines,
      disabled: Dictionary(
        disabled.map { ($0.name, "it is disabled in METRO_DISABLE or config.json") },
        uniquingKeysWith: { first, _ in first })
    ) { notice in
      log.tell(notice)
      guard case .failed(let manifest, let reason) = notice else { return }
      if manifest.failurePolicy == .required {
        answer.fulfil(.failure(RequiredModuleFailed(name: manifest.name, reason: reason)))
      }
    } context: { [folder = host.folder, now = host.now] manifest in
      ModuleContext(
        mediator: mediator, folder: folder.appending(path: manifest.interface.target), now: now,
        configuration: configuration.parameters(of: manifest), log: log.log(of: manifest))
    }
    try mediator.answer(Host.modules) { [weak manager] query in
      guard let manager else { return [] }
      for record in manager.records where query.start == true {
        // Whoever cannot start says so in the record.
        try? await manager.start(record.manifest.name)
      }
      return manager.records.map { ModuleListing($0) }
    }
    try host.answerForItself(on: mediator)
    self.mediator = mediator
    self.manager = manager
    self.answer = answer
    self.log = log.log(of: nil)
    deadlines = configuration.deadlines
    signals = host.signals
    screen = host.screen
  }

  /// What a command answers, or what keeps it from that.
  func answer(_ command: Command, _ invocation: Invocation) async -> Result<Answer, any Error> {
    signals?.begin(within: deadlines.stop) { [self] meaning in
      switch meaning {
      case .stop: interrupt()
      case .resized: screen?.redraw()
      case .background:
        screen?.suspend()
        await manager.didEnterBackground()
        log.info("in the background")
      case .foreground:
        screen?.resume()
        await manager.willEnterForeground()
        log.info("in the foreground")
      }
    }
    work.withLock {
      $0 = Task { [self] in
        do {
          try await manager.open()
          answer.fulfil(.success(try await command.run(invocation)))
        } catch {
          answer.fulfil(.failure(error))
        }
      }
    }
    return await withTaskCancellationHandler {
      await answer.result
    } onCancel: {
      interrupt()
    }
  }

  /// Lets events reach those who follow them, and stops the modules.
  func end() async {
    work.withLock { $0 }?.cancel()
    let isInterrupted = isInterrupted.withLock { $0 }
    let settled = await isDone(within: isInterrupted ? deadlines.stop / 4 : deadlines.hook) {
      [mediator] in await mediator.settle()
    }
    if !settled { log.warning("some events were not dealt with in time") }
    await manager.stop(within: isInterrupted ? deadlines.stop / 4 : nil)
  }

  private func interrupt() {
    isInterrupted.withLock { $0 = true }
    work.withLock { $0 }?.cancel()
    Task { [answer, deadlines] in
      try? await Task.sleep(for: deadlines.stop / 2)
      answer.fulfil(.failure(CancellationError()))
    }
  }

  /// Whether `body` ended within a time; it goes on if not.
  private func isDone(
    within limit: Duration, _ body: @escaping @Sendable () async -> Void
  ) async -> Bool {
    let done = Promise<Bool>()
    Task {
      await body()
      done.fulfil(.success(true))
    }
    let alarm = Task {
      try? await Task.sleep(for: limit)
      done.fulfil(.success(false))
    }
    defer { alarm.cancel() }
    return (try? await done.result.get()) ?? false
  }
}

/// A module that the host cannot do without has failed.
struct RequiredModuleFailed: ModuleError {
  let name: String
  let reason: String
  var kind: FailureKind { .failed }
  var description: String { "'\(name)' failed, and nothing goes without it: \(reason)" }
}
