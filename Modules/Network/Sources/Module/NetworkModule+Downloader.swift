import Console
import Foundation
import Mediator
import NetworkInterface
import Platform

extension NetworkModule {
  /// Downloads files for the host, such as plug-ins.
  static let downloaders = [
    HTTPDownloader { mediator, request in
      let reference = DownloadReference(url: request.address)
      let download = DownloadRequest(url: request.address, limit: request.limit) { progress in
        request.onProgress(progress.received, progress.total)
      }
      do {
        // The file was not consumed, so that the outcome is never `unchanged`.
        if case .file(let path) = try await mediator.perform(Network.download, download) {
          // Not moved, because the folders may be on two disks.
          let content = try Data(contentsOf: URL(filePath: path), options: .alwaysMapped)
          try DataFolder(request.target.deletingLastPathComponent()).write(
            content, to: request.target.lastPathComponent, durability: .deferred)
        }
      } catch is CancellationError {
        // The next download resumes this one.
        throw CancellationError()
      } catch {
        _ = try? await mediator.perform(Network.discard, reference)
        throw error
      }
      _ = try await mediator.perform(Network.discard, reference)
    }
  ]
}
