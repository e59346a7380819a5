import DataSourceInterface
import Foundation
import Mediator
import ModuleManager
import NewsInterface
import Platform
import RealtimeInterface

/// What is known about now in one city. It asks the sources when somebody asks for the city, and
/// goes on asking as long as somebody does.
final class CityWatch: Sendable {
  /// How long an answer waits for the sources.
  static let answerTimeout = Duration.seconds(2)
  /// For how long the sources are asked after the last question about the city.
  static let pollingDuration = Duration.seconds(120)
  /// How often sources are asked: as often as their answers change, within these limits.
  static let intervals = Duration.seconds(15)...Duration.seconds(120)
  /// How often sources that fail are asked in the end.
  static let longestPause = Duration.seconds(300)

  private struct State {
    var lastAsked: Duration
    var interval = Duration.seconds(30)
    /// How often in a row no source has answered.
    var failures = 0
    /// When the last round began.
    var roundStart: Duration?
    /// The round that is under way.
    var round: Task<Void, Never>?
    var polling: Task<Void, Never>?
    var knowledge = LiveKnowledge()
  }

  let city: CityID
  private let reader: SourceReader
  private let mediator: Mediator
  private let clock: any Clock<Duration>
  private let timer: AnyClock
  private let now: @Sendable () -> Date
  private let log: Log
  private let state: Lock<State>

  init(
    _ city: CityID, mediator: Mediator, clock: any Clock<Duration>,
    now: @escaping @Sendable () -> Date,
    log: Log
  ) {
    self.city = city
    reader = SourceReader(mediator: mediator)
    self.mediator = mediator
    self.clock = clock
    timer = AnyClock(clock)
    self.now = now
    self.log = log
    state = Lock(State(lastAsked: timer.now()))
  }

  /// What the sources have answered last.
  var knowledge: LiveKnowledge { state.withLock(\.knowledge) }

  /// Asks the sources unless they were asked just before, and waits for them for two seconds at
  /// most.
  func ask(_ sources: [LiveSource]) async {
    let time = timer.now()
    let round = state.withLock { state -> (task: Task<Void, Never>, start: Duration)? in
      state.lastAsked = time
      if state.polling == nil { state.polling = Task { await self.poll() } }
      if let round = state.round, let start = state.roundStart { return (round, start) }
      if let start = state.roundStart, time - start < Self.intervals.lowerBound,
        state.knowledge.answers.map(\.source) == sources
      {
        return nil
      }
      return (startRound(in: &state, at: time), time)
    }
    guard let round, case let rest = Self.answerTimeout - (time - round.start), rest > .zero else {
      return
    }
    await withTimeout(rest, clock: clock) { await round.task.value }
  }

  /// Ends the requests.
  func stop() {
    state.withLock { state in
      state.polling?.cancel()
      state.round?.cancel()
    }
  }

  private func startRound(in state: inout State, at time: Duration) -> Task<Void, Never> {
    let round = Task {
      await askSources()
      self.state.withLock { $0.round = nil }
    }
    (state.round, state.roundStart) = (round, time)
    return round
  }

  private func poll() async {
    while true {
      let (pause, start) = state.withLock { state in
        let pause = min(state.interval * (1 << min(state.failures, 5)), Self.longestPause)
        return (pause, state.roundStart ?? timer.now())
      }
      do {
        try await timer.sleep(max(start + pause, timer.now() + .seconds(1)))
      } catch {
        return
      }
      let round = state.withLock { state -> Task<Void, Never>? in
        guard timer.now() - state.lastAsked < Self.pollingDuration else {
          state.polling = nil
          return nil
        }
        return state.round ?? startRound(in: &state, at: timer.now())
      }
      guard let round else { return }
      await round.value
    }
  }

  /// Asks all sources once, and hands over what they know if it has changed.
  @concurrent
  private func askSources() async {
    do {
      let sources = try await mediator.perform(DataSource.liveSources, city)
      let contents = await contents(of: sources)
      guard !Task.isCancelled else { return }
      let timetable = try await mediator.perform(DataSource.timetable, city)
      var knowledge = knowledge
      let patches = knowledge.update(contents, in: timetable, at: now())
      let (updated, interval) = (knowledge, knowledge.interval)
      state.withLock { state in
        state.knowledge = updated
        state.failures = updated.hasAnswer ? 0 : state.failures + 1
        if let interval {
          state.interval = min(max(interval, Self.intervals.lowerBound), Self.intervals.upperBound)
        }
      }
      for patch in patches { _ = try await mediator.perform(DataSource.patch, patch) }
      guard !patches.isEmpty else { return }
      let alerts = updated.alerts(of: city, at: now())
      // The app may have no notices.
      _ = try? await mediator.perform(
        News.setAlerts, alerts ?? CityAlerts(city: city, asOf: now(), items: []))
    } catch is CancellationError {
      return
    } catch {
      log.warning("cannot tell what is different now in '\(city)': \(error)")
    }
  }

  private func contents(of sources: [LiveSource]) async -> [(
    source: LiveSource, content: Result<Data, any Error>
  )] {
    await withTaskGroup(of: (Int, Result<Data, any Error>).self) { group in
      for (number, source) in sources.enumerated() {
        group.addTask { [reader] in
          do {
            return (number, .success(try await reader.content(of: source)))
          } catch {
            return (number, .failure(error))
          }
        }
      }
      var found: [(Int, Result<Data, any Error>)] = []
      for await answer in group { found.append(answer) }
      return found.sorted { $0.0 < $1.0 }.map { (sources[$0.0], $0.1) }
    }
  }
}
