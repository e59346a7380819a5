import CSpawn
import Foundation
import Platform

/// A child process and the processes of its group, which can receive signals until the child is
/// reaped. Afterwards, its id may be that of another process.
final class ProcessGroup: Sendable {
  /// The id of the child and of its group.
  let leader: pid_t
  private let groups: ProcessGroups
  private let isReaped = Lock(false)

  fileprivate init(leader: pid_t, in groups: ProcessGroups) {
    self.leader = leader
    self.groups = groups
  }

  /// Sends a signal to all processes of the group, and to the leader in any case.
  func send(_ signal: Int32) {
    isReaped.withLock { isReaped in
      guard !isReaped else { return }
      if kill(-leader, signal) != 0 || signal == SIGKILL { _ = kill(leader, signal) }
    }
  }

  /// Waits until the leader has ended, and kills the others. It blocks the thread.
  func waitForLeader() {
    _ = spawn_wait(leader)
    send(SIGKILL)
  }

  /// Removes the leader, which has ended, and returns its status as `waitpid` does; nil if the
  /// system does not know it.
  func reap() -> Int32? {
    groups.remove(leader: leader)
    let status = isReaped.withLock { isReaped in
      isReaped = true
      return spawn_reap(leader)
    }
    return status < 0 ? nil : status
  }
}

/// The process groups whose leaders are not reaped.
final class ProcessGroups: Sendable {
  /// Those of all plug-ins of this process.
  static let shared = ProcessGroups()

  private struct State {
    var groups: [pid_t: ProcessGroup] = [:]
    var isClosed = false
  }

  private let state = Lock(State())

  /// Starts a process, and registers its group. No call of `killAll` comes between.
  /// - Returns: The result of `spawn`, and the group unless the start has failed.
  func start(_ spawn: () -> SpawnResult) -> (result: SpawnResult, group: ProcessGroup?) {
    state.withLock { state in
      let result = spawn()
      guard result.code == 0 else { return (result, nil) }
      let group = ProcessGroup(leader: result.id, in: self)
      state.groups[result.id] = group
      if state.isClosed { group.send(SIGKILL) }
      return (result, group)
    }
  }

  func remove(leader: pid_t) {
    state.withLock { $0.groups[leader] = nil }
  }

  /// Kills all groups, and those that are started later. It does not wait until they have ended.
  func killAll() {
    let groups = state.withLock { state in
      state.isClosed = true
      return Array(state.groups.values)
    }
    for group in groups { group.send(SIGKILL) }
  }
}

/// The plug-ins that run in this process.
package enum RunningPlugins {
  /// Kills all of them and their process groups, without waiting: for a process that ends without
  /// stopping its modules.
  package static func killAll() { ProcessGroups.shared.killAll() }
}
