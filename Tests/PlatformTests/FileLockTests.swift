import Foundation
import ModuleTesting
import Testing

@testable import Platform

@Suite(.timeLimit(.minutes(15))) struct FileLockTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.url.appending(path: "lock").path }

  init() throws {
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
  }

  @Test func `a file has one holder, until the lock is deallocated`() throws {
    #expect(!FileLock.isHeld(at: path))
    var lock = try FileLock(creating: path)
    #expect(lock != nil)
    #expect(FileLock.isHeld(at: path))
    #expect(try FileLock(creating: path) == nil)
    lock = nil
    #expect(!FileLock.isHeld(at: path))
    #expect(try FileLock(creating: path) != nil)
  }

  /// A process that is being started has a copy of each descriptor for an instant.
  @Test func `a copy of its descriptor does not keep a lock that was released`() throws {
    var lock = try FileLock(creating: path)
    let copy = dup(try #require(lock).descriptor)
    defer { close(copy) }
    lock = nil
    #expect(try FileLock(creating: path) != nil)
  }

  @Test func `a lock in a missing folder throws`() throws {
    #expect(throws: POSIXError(.ENOENT)) {
      try FileLock(creating: folder.url.appending(path: "missing/lock").path)
    }
    let missing = folder.url.appending(path: "missing")
    #expect(throws: POSIXError(.ENOENT)) { try FileLock.withLock(onFolder: missing) {} }
  }

  @Test func `only a lock that is held is not taken; other errors are thrown`() throws {
    let lock = try #require(try FileLock(creating: path))
    let other = open(path, O_RDWR | O_CLOEXEC)
    #expect(try !FileLock.tryLock(other, LOCK_EX))
    #expect(try !FileLock.tryLock(other, LOCK_SH))
    close(other)
    withExtendedLifetime(lock) {}
    // It stands for one of a file system without locks.
    #expect(throws: POSIXError(.EBADF)) { try FileLock.tryLock(-1, LOCK_EX) }
  }

  @Test
  func `callers wait for the lock on a file until its holder has ended, even with an error`()
    async throws
  {
    let path = path
    var first = try FileLock(creating: path)
    let log = Recorder<Int>()
    try await withThrowingTaskGroup { group in
      for _ in 0..<3 {
        group.addTask {
          await #expect(throws: CancellationError.self) {
            try await FileLock.withLock(onFile: path) {
              log.record(log.values.count)
              for _ in 0..<100 { await Task.yield() }
              log.record(log.values.count)
              throw CancellationError()
            }
          }
        }
      }
      for _ in 0..<100 { await Task.yield() }
      #expect(first != nil && log.values.isEmpty)
      first = nil
      try await group.waitForAll()
    }
    #expect(log.values == [0, 1, 2, 3, 4, 5])
  }

  @Test
  func `a task that waits for the lock on a file can be cancelled`() async throws {
    let path = path
    let lock = try #require(try FileLock(creating: path))
    let task = Task { try await FileLock.withLock(onFile: path) {} }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    withExtendedLifetime(lock) {}
  }

  @Test func `a folder is locked while the body runs, even when it throws`() throws {
    let isHeld = try FileLock.withLock(onFolder: folder.url) {
      FileLock.isHeld(at: folder.url.path)
    }
    #expect(isHeld)
    #expect(throws: CancellationError.self) {
      try FileLock.withLock(onFolder: folder.url) { throw CancellationError() }
    }
    #expect(!FileLock.isHeld(at: folder.url.path))
  }

  @Test func `a second caller waits for the lock on a folder`() async throws {
    let log = Recorder<Int>()
    try await withThrowingTaskGroup { group in
      for _ in 0..<2 {
        group.addTask { [folder] in
          try FileLock.withLock(onFolder: folder.url) {
            log.record(log.values.count)
            usleep(1000)
            log.record(log.values.count)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(log.values == [0, 1, 2, 3])
  }
}
