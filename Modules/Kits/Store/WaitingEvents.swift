import Foundation
import ModuleManager
import Platform

/// Empty files that say in which databases of the app events wait, so that a process finds them
/// without opening any database.
///
/// A file is created before the transaction with an event is committed, and removed in a
/// transaction that finds no event. So it exists whenever one waits. Its date is that at which the
/// first of its events is due, or an earlier one.
struct WaitingEvents: Sendable {
  /// The longest time for which the events of a database are not looked at, also if all are alarms
  /// of a later date. It is shorter than the longest pause, so that a date which is further ahead
  /// was stored before the clock was set back.
  private static let longestWait = DurableEvents.longestPause / 2

  private let folder: URL

  /// - Parameter app: The data folder of the app.
  init(inFolderOf app: URL) {
    folder = app.appending(path: "host/waiting-events")
  }

  /// The names of the folders of the databases with events that are due. A date after the longest
  /// pause was stored before the clock was set back.
  func names(dueAt now: Date) -> Set<String> {
    // Most often there is no folder: this takes one system call, `contentsOfDirectory` 30 µs.
    guard access(folder.path, F_OK) == 0 else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let latest = now + DurableEvents.longestPause / .seconds(1)
    return Set(names.filter { date(of: $0).map { $0 <= now || $0 > latest } ?? false })
  }

  /// Says that an event is due at a date.
  /// - Throws: `POSIXError` when the file cannot be created.
  func add(
    _ name: String, dueAt due: Date = Date(timeIntervalSince1970: 0), at now: Date = .distantFuture
  ) throws {
    let due = min(due, now + Self.longestWait / .seconds(1))
    if let date = date(of: name) {
      if date > due { setDate(due, of: name) }
      return
    }
    try DataFolder(folder).create()
    URL(filePath: path(of: name)).createPrivateFile()
    guard access(path(of: name), F_OK) == 0 else { throw POSIXError.last }
    setDate(due, of: name)
    // A power cut must not remove the file while the event is on the disk.
    DataFolder.synchronizeEntries(of: folder)
  }

  /// Says when the first event is due; nil if none waits.
  func update(_ name: String, firstDue date: Date?, at now: Date) {
    guard let date else {
      unlink(path(of: name))
      return
    }
    setDate(min(date, now + Self.longestWait / .seconds(1)), of: name)
  }

  /// Gives the file of a database the name that its folder has now.
  func move(_ former: String, to name: String) {
    guard date(of: former) != nil, rename(path(of: former), path(of: name)) == 0 else { return }
    DataFolder.synchronizeEntries(of: folder)
  }

  private func date(of name: String) -> Date? {
    var status = stat()
    guard stat(path(of: name), &status) == 0 else { return nil }
    #if canImport(Darwin)
      return Date(timeIntervalSince1970: Double(status.st_mtimespec.tv_sec))
    #else
      return Date(timeIntervalSince1970: Double(status.st_mtim.tv_sec))
    #endif
  }

  private func setDate(_ date: Date, of name: String) {
    let time = timespec(tv_sec: Int(date.timeIntervalSince1970.rounded(.up)), tv_nsec: 0)
    var times = [time, time]
    utimensat(AT_FDCWD, path(of: name), &times, 0)
  }

  private func path(of name: String) -> String { folder.appending(path: name).path }
}
