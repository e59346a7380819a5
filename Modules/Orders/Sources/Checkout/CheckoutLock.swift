import Foundation
import Mediator
import ModuleManager
import Platform

/// Lets one task of all processes place and pay orders at a time. The system releases the lock of a
/// process that ends.
struct CheckoutLock: Sendable {
  private let folder: DataFolder

  init(_ context: ModuleContext) {
    folder = context.dataFolder
  }

  /// Waits for the lock. Its holder can wait for the server.
  func wait<Result>(_ body: () async throws -> Result) async throws -> Result {
    try folder.create()
    return try await FileLock.withLock(onFile: path, body)
  }

  /// Runs `body` unless another task has the lock, or nothing can be stored, such as on a read-only
  /// disk.
  func tryOnce(_ body: () async throws -> Void) async throws {
    let lock: FileLock?
    do {
      try folder.create()
      lock = try FileLock(creating: path)
    } catch is POSIXError {
      return
    }
    guard let lock else { return }
    defer { withExtendedLifetime(lock) {} }
    try await body()
  }

  private var path: String { folder.url.appending(path: "checkout.lock").path }
}
