import Foundation

/// A file whose content is the body of a request. It is read while it is sent, so it may be larger
/// than the memory; if it changes meanwhile, the fetch throws `NetworkError.unreadableFile`, and the
/// server receives an incomplete request.
public struct UploadFile: Hashable, Sendable {
  /// The path of a regular file.
  public let path: String
  private let progress: Progress

  /// The closure takes no part in comparisons.
  private struct Progress: Hashable, Sendable {
    let report: @Sendable (UploadProgress) -> Void

    static func == (first: Progress, second: Progress) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
  }

  /// Receives the progress, a few times a second and at the end; it must return quickly.
  public var onProgress: @Sendable (UploadProgress) -> Void { progress.report }

  /// Creates an upload of the file with a path.
  public init(
    _ path: String, onProgress: @escaping @Sendable (UploadProgress) -> Void = { _ in }
  ) {
    self.path = path
    progress = Progress(report: onProgress)
  }
}

/// The progress of a running upload.
public struct UploadProgress: Hashable, Sendable {
  /// The number of bytes that were sent. It begins again when the request is repeated.
  public let sent: Int
  /// The size of the file in bytes.
  public let total: Int

  /// Creates a progress report.
  public init(sent: Int, total: Int) {
    self.sent = sent
    self.total = total
  }

  /// The part of the file that was sent, 0 to 1.
  public var fraction: Double { total > 0 ? min(1, Double(sent) / Double(total)) : 1 }
}
