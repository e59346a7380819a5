import Console
import Foundation
import Mediator
import NetworkInterface

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
          try FileManager.default.moveItem(at: URL(filePath: path), to: request.target)
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
