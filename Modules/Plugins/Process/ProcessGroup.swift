import CSpawn
import Foundation
import Mediator

/// A child process and the processes of its group, which can receive signals until the child is
/// reaped. Afterwards, its id may be that of another process.
final class ProcessGroup: Sendable {
  private let leader: pid_t
  private let groups: ProcessGroups
  private let isReaped = Lock(false)

  /// - Parameter leader: A child of this process that leads a group.
  init(leader: pid_t, in groups: ProcessGroups) {
    self.leader = leader
    self.groups = groups
    groups.insert(self, leader: leader)
  }

  /// Sends a signal to all processes of the group.
  func send(_ signal: Int32) {
    isReaped.withLock { isReaped in
      if !isReaped { _ = kill(-leader, signal) }
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

  private let groups = Lock<[pid_t: ProcessGroup]>([:])

  func insert(_ group: ProcessGroup, leader: pid_t) {
    groups.withLock { $0[leader] = group }
  }

  func remove(leader: pid_t) {
    groups.withLock { $0[leader] = nil }
  }

  /// Kills all groups. It does not wait until they have ended.
  func killAll() {
    for group in groups.withLock({ Array($0.values) }) { group.send(SIGKILL) }
  }
}

/// The plug-ins that run in this process.
package enum RunningPlugins {
  /// Kills all of them and their process groups, without waiting: for a process that ends without
  /// stopping its modules.
  package static func killAll() { ProcessGroups.shared.killAll() }
}
