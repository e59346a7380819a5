import CCurl
import Foundation
import NetworkInterface
import Platform

/// The file of an upload, which is read piece by piece while it is sent.
final class UploadSource: Sendable {
  /// The number of bytes when the file was opened.
  let size: Int

  private struct Position {
    var offset = 0
    /// The last number of bytes that was reported as sent.
    var reported = 0
  }

  private let file: UploadFile
  private let handle: FileHandle
  private let opened: FileVersion
  private let position = Lock(Position())

  /// Opens a file.
  /// - Throws: `NetworkError.unreadableFile`
  init(_ file: UploadFile) throws(NetworkError) {
    self.file = file
    do throws(POSIXError) {
      handle = try FileHandle.reading(file.path)
      opened = try FileVersion(of: handle)
    } catch {
      throw .unreadableFile(file.path, reason: error.systemReason)
    }
    size = opened.size
  }

  /// Reads the next piece; returns the number of its bytes, 0 at the end.
  /// - Throws: `NetworkError.unreadableFile`, also when the file is not the same as when it was
  ///   opened, so that the server never receives a mixture as a whole body.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(NetworkError) -> Int {
    let offset = position.withLock { $0.offset }
    let piece = min(buffer.count, size - offset)
    guard piece > 0 else { return 0 }
    let count = pread(handle.fileDescriptor, buffer.baseAddress, piece, off_t(offset))
    let error = POSIXError.last
    guard count >= 0 else { throw .unreadableFile(file.path, reason: error.systemReason) }
    guard count > 0, (try? FileVersion(of: handle)) == opened else {
      throw .unreadableFile(file.path, reason: "it changed while it was sent")
    }
    position.withLock { $0.offset = offset + count }
    return count
  }

  /// Continues at another offset.
  func seek(to offset: Int) {
    position.withLock { $0.offset = offset }
  }

  /// Reports how many bytes were sent, if it is another number than before.
  func report(sent: Int) {
    let isNew = position.withLock { position in
      defer { position.reported = sent }
      return position.reported != sent
    }
    if isNew { file.onProgress(UploadProgress(sent: sent, total: size)) }
  }
}

/// What is compared to notice that a file has changed.
private struct FileVersion: Equatable {
  let size: Int
  private let seconds: Int
  private let nanoseconds: Int

  init(of handle: FileHandle) throws(POSIXError) {
    guard let status = stat(of: handle.fileDescriptor) else { throw .last }
    #if os(Linux)
      let time = status.st_mtim
    #else
      let time = status.st_mtimespec
    #endif
    size = Int(status.st_size)
    (seconds, nanoseconds) = (Int(time.tv_sec), time.tv_nsec)
  }
}

// MARK: - Sending

extension ActiveTransfer {
  /// The file that is sent as the body; nil for other requests.
  var source: UploadSource? {
    if case .file(let source) = transfer.request.body { source } else { nil }
  }

  /// Lets libcurl read the body from a file.
  func setBody(_ source: UploadSource) {
    source.seek(to: 0)
    let context = Unmanaged.passUnretained(self).toOpaque()
    easy.setBody(size: source.size, bodyNeeded, bodyMoved, context)
  }

  fileprivate func send(_ bytes: UnsafeMutableRawBufferPointer) throws -> Int {
    guard !transfer.isComplete else { throw CancellationError() }
    return try source?.read(into: bytes) ?? 0
  }
}

// The context is an `ActiveTransfer`, which the loop retains until libcurl has removed its handle.

private func bodyNeeded(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  guard let context else { return Int(CURL_READFUNC_ABORT) }
  let active = Unmanaged<ActiveTransfer>.fromOpaque(context).takeUnretainedValue()
  do {
    return try active.send(UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
  } catch {
    active.transfer.finish(.failure(error))
    return Int(CURL_READFUNC_ABORT)
  }
}

/// Moves back in the body, which libcurl sends again when a connection was closed meanwhile.
private func bodyMoved(
  _ context: UnsafeMutableRawPointer?, _ offset: curl_off_t, _ origin: Int32
) -> Int32 {
  guard let context, origin == SEEK_SET else { return CURL_SEEKFUNC_FAIL }
  let active = Unmanaged<ActiveTransfer>.fromOpaque(context).takeUnretainedValue()
  active.source?.seek(to: Int(offset))
  return CURL_SEEKFUNC_OK
}
