import Foundation
import Scenes

extension Browser {
  /// Refreshes the topmost scene at its interval and after changes by other processes, until
  /// another scene is on top.
  func keepCurrent(_ scene: ListScene) {
    guard updates?.scene !== scene else { return }
    updates?.task.cancel()
    let task = Task { await refreshContinuously(scene) }
    updates = (scene, task)
  }

  /// Refreshes a scene to which the person has returned, because it may have missed changes.
  func refreshAfterReturn(to scene: ListScene) {
    guard scene.refreshInterval != nil || changesByOthers(scene.followedEvents) != nil else {
      return
    }
    startTask { await scene.refresh() }
  }

  /// Refreshes a scene at its interval and after changes by other processes, until the task is
  /// cancelled.
  func refreshContinuously(_ scene: ListScene) async {
    await withDiscardingTaskGroup { [now, clock] group in
      if let interval = scene.refreshInterval {
        group.addTask { await scene.refresh(every: interval, now: now, clock: clock) }
      }
      if let changes = changesByOthers(scene.followedEvents) {
        group.addTask {
          await withDiscardingTaskGroup { group in
            for await _ in await changes() { group.addTask { await scene.refresh() } }
          }
        }
      }
    }
  }
}

extension Browser {
  /// How long rows are loaded before the title shows it: a mark at each refresh would flicker.
  private static let unmarkedLoadingTime = Duration.milliseconds(300)

  /// Whether the rows of a scene have been loading for some time.
  func isLoadingSlowly(_ scene: ListScene) -> Bool { scene.isLoading && slowScene === scene }

  /// Begins to measure how long the topmost scene has been loading, or ends it.
  func updateLoadingMark(of scene: ListScene) {
    guard scene.isLoading else {
      loading?.timer.cancel()
      loading = nil
      if slowScene != nil { slowScene = nil }
      return
    }
    guard loading?.scene !== scene else { return }
    loading?.timer.cancel()
    let timer = Task { [weak self, clock] in
      do { try await clock.sleep(for: Self.unmarkedLoadingTime) } catch { return }
      self?.slowScene = scene
    }
    loading = (scene, timer)
  }
}

extension ListScene {
  /// Whether rows of a section are being loaded.
  fileprivate var isLoading: Bool { sections.contains { $0.isLoading } }

  /// Refreshes the sections at each multiple of an interval, until the task is cancelled. No section
  /// waits for another one, which may be slow.
  fileprivate func refresh(
    every interval: Duration, now: @Sendable () -> Date, clock: any Clock<Duration>
  ) async {
    let seconds = interval / .seconds(1)
    await withDiscardingTaskGroup { group in
      while true {
        let passed = now().timeIntervalSince1970.truncatingRemainder(dividingBy: seconds)
        do { try await clock.sleep(for: .seconds(seconds - passed)) } catch { return }
        for section in sections where !section.isLoading {
          group.addTask { await section.refresh() }
        }
      }
    }
  }
}
