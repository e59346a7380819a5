import Foundation
import NetworkInterface
import Platform

/// Writes the body of a response to a download's file. A partial response is appended to the bytes
/// on disk; a complete response replaces them.
final class ResumableWriter: Sendable {
  private struct State {
    /// The open file; nil before the response and after `close()`.
    var file: CInt?
    var isClosed = false
    var received: Int
    var metadata: DownloadMetadata
    var meter = RateMeter()

    var progress: DownloadProgress {
      DownloadProgress(received: received, total: metadata.total, rate: meter.rate)
    }
  }

  private let folder: DownloadFolder
  private let request: DownloadRequest
  private let limit: Int
  /// The address as messages name it.
  private let shown: String
  /// The number of bytes on disk before the request.
  private let start: Int
  private let state: Lock<State>

  init(
    _ request: DownloadRequest, limit: Int, in folder: DownloadFolder,
    metadata: DownloadMetadata, shown: String
  ) {
    self.folder = folder
    self.request = request
    self.limit = limit
    self.shown = shown
    start = folder.received
    state = Lock(State(received: start, metadata: metadata))
  }

  var sink: Sink {
    Sink { [self] response in
      let progress = try state.withLock { state in
        try begin(response, &state)
        return state.meter.isDue(state.received, at: .now) ? state.progress : nil
      }
      if let progress { request.onProgress(progress) }
    } take: { [self] piece in
      let progress = try state.withLock { state in
        try write(piece, &state)
        return state.meter.isDue(state.received, at: .now) ? state.progress : nil
      }
      if let progress { request.onProgress(progress) }
    }
  }

  /// Closes the file, and rejects a later response and later bytes: a cancelled transfer may still
  /// receive some while another one writes to the same file.
  func close() {
    let file = state.withLock { state in
      state.isClosed = true
      return state.file.take()
    }
    if let file { Foundation.close(file) }
  }

  /// Checks that the file is complete. It does not wait until all bytes are on the disk (`fsync`):
  /// if a power cut damages the file, the importer rejects it and another download replaces it.
  /// - Throws: `NetworkError`.
  func finish() throws {
    let progress = try state.withLock { state in
      if let total = state.metadata.total, state.received < total {
        throw NetworkError.tooShort(shown, received: state.received, expected: total)
      }
      state.metadata.total = state.received
      try folder.write(state.metadata)
      return state.progress
    }
    request.onProgress(progress)
  }

  private func begin(_ response: HTTPResponse, _ state: inout State) throws {
    guard !state.isClosed else { throw CancellationError() }
    switch response.status {
    case 206:
      try check(response, state)
      state.metadata.failure = nil
      try folder.write(state.metadata)
    case 200, 203:
      var metadata = DownloadMetadata(url: request.url, response)
      // The old bytes are removed first, so the new metadata never describes them.
      state.file = try folder.openPart(truncating: true)
      state.received = 0
      if let total = metadata.total, total > limit { metadata.total = nil }
      state.metadata = metadata
      try folder.write(metadata)
    default:
      // Other successes, such as 204, contain no file.
      throw NetworkError.status(response.status, shown)
    }
    if state.file == nil { state.file = try folder.openPart(truncating: false) }
    guard response.length ?? 0 <= limit - state.received else {
      throw NetworkError.tooLarge(shown, limit: limit)
    }
  }

  /// Accepts a partial response only if it continues the file that was started.
  private func check(_ response: HTTPResponse, _ state: State) throws {
    let etag = HeaderField.entityTag(response.header("ETag"))
    guard start > 0, let range = HeaderField.contentRange(response.header("Content-Range")),
      range.first == start,
      range.total == nil || state.metadata.total == nil || range.total == state.metadata.total,
      response.length ?? range.count == range.count, !response.isCompressed,
      etag == nil || etag == state.metadata.etag
    else {
      folder.removePart()
      throw NetworkError.wrongPart(shown)
    }
  }

  private func write(_ piece: UnsafeRawBufferPointer, _ state: inout State) throws {
    let received = state.received + piece.count
    guard received <= limit else {
      throw NetworkError.tooLarge(shown, limit: limit)
    }
    guard received <= state.metadata.total ?? .max else {
      folder.removePart()
      throw NetworkError.wrongPart(shown)
    }
    guard let file = state.file else { throw CancellationError() }
    var rest = piece
    while !rest.isEmpty {
      let count = Foundation.write(file, rest.baseAddress, rest.count)
      guard count >= 0 || errno == EINTR else { throw folder.storageError(POSIXError.last) }
      rest = UnsafeRawBufferPointer(rebasing: rest[max(0, count)...])
      state.received += max(0, count)
    }
  }
}

/// Measures how fast a count grows, at most ten times a second.
struct RateMeter {
  private static let interval = Duration.milliseconds(100)

  private var last: (time: ContinuousClock.Instant, count: Int)?
  /// The smoothed growth per second; nil before the second measurement.
  private(set) var rate: Double?

  /// Measures the rate if the last measurement is old enough, and returns whether it did.
  mutating func isDue(_ count: Int, at time: ContinuousClock.Instant) -> Bool {
    guard let last else {
      self.last = (time, count)
      return true
    }
    let passed = last.time.duration(to: time)
    guard passed >= Self.interval else { return false }
    let current = Double(count - last.count) / (passed / .seconds(1))
    rate = rate.map { 0.7 * $0 + 0.3 * current } ?? current
    self.last = (time, count)
    return true
  }
}
