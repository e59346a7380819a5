package import Foundation
package import Mediator
import ModuleManager

/// Downloads files for the host, which does not know the module that has this ability.
package struct HTTPDownloader: Contribution {
  /// What is downloaded, and where to.
  package struct Request: Sendable {
    /// The address, beginning with `https://`.
    package let address: String
    /// The file that is written. It must not exist.
    package let target: URL
    /// The maximum size of the file in bytes.
    package let limit: Int
    /// Receives the number of bytes received, and the size of the file if it is known.
    package let onProgress: @Sendable (_ received: Int, _ total: Int?) -> Void

    package init(
      _ address: String, to target: URL, limit: Int,
      onProgress: @escaping @Sendable (_ received: Int, _ total: Int?) -> Void = { _, _ in }
    ) {
      self.address = address
      self.target = target
      self.limit = limit
      self.onProgress = onProgress
    }
  }

  /// Downloads a file.
  package let download: @Sendable (Mediator, Request) async throws -> Void

  /// - Parameter download: Downloads a file, and follows redirects only to encrypted addresses. It
  ///   may call the module's own actions. After an error, there is no file.
  package init(_ download: @escaping @Sendable (Mediator, Request) async throws -> Void) {
    self.download = download
  }
}
