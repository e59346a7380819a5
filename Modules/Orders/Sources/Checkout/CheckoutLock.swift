import Foundation
import Mediator
import ModuleManager

/// Lets one task of all processes place and pay orders at a time. The system releases the lock of a
/// process that ends.
struct CheckoutLock: Sendable {
  private let folder: DataFolder

  init(_ context: ModuleContext) {
    folder = context.dataFolder
  }

  /// Waits for the lock. Its holder can wait for the server.
  func wait<Result>(_ body: () async throws -> Result) async throws -> Result {
    while true {
      if let lock = try take() {
        defer { withExtendedLifetime(lock) {} }
        return try await body()
      }
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  /// Runs `body` unless another task has the lock.
  func tryOnce(_ body: () async throws -> Void) async throws {
    guard let lock = try take() else { return }
    defer { withExtendedLifetime(lock) {} }
    try await body()
  }

  private func take() throws -> FileLock? {
    try folder.create()
    return try FileLock(creating: folder.url.appending(path: "checkout.lock").path)
  }
}
