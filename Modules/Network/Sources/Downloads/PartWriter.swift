import Foundation
import Mediator
import NetworkInterface

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Puts what a server sends behind what is there of a file, or in its place.
final class PartWriter: Sendable {
  private struct State {
    var file: WriteBehind?
    var received: Int
    var notes: DownloadNotes
    var meter = RateMeter()

    var progress: DownloadProgress {
      DownloadProgress(received: received, total: notes.total, rate: meter.rate)
    }
  }

  private let folder: DownloadFolder
  private let request: DownloadRequest
  private let shown: String
  /// The first byte that was asked for.
  private let start: Int
  private let state: Lock<State>

  init(_ request: DownloadRequest, in folder: DownloadFolder, notes: DownloadNotes, shown: String) {
    self.folder = folder
    self.request = request
    self.shown = shown
    start = folder.received
    state = Lock(State(received: start, notes: notes))
  }

  var sink: Sink {
    Sink { [self] response in
      let progress = try state.withLock { state in
        try begin(response, &state)
        return state.meter.isDue(state.received, at: .now) ? state.progress : nil
      }
      if let progress { request.report(progress) }
    } take: { [self] piece in
      let progress = try state.withLock { state in
        try write(piece, &state)
        guard state.meter.isDue(state.received, at: .now) else { return DownloadProgress?.none }
        state.file?.flush()
        return state.progress
      }
      if let progress { request.report(progress) }
    }
  }

  /// Writes what has been taken, and takes no more: whoever comes next finds all of it.
  func close() {
    state.withLock { state in
      try? state.file?.finish()
      state.file = nil
    }
  }

  /// Makes sure that the whole file is there. Not that it is on the disk yet: whoever imports it reads
  /// it now, and what a power cut spoils is refused and downloaded again.
  /// - Throws: `NetworkError`.
  func finish() throws {
    let progress = try state.withLock { state in
      do { try state.file?.finish() } catch { throw folder.unusable(error) }
      if let total = state.notes.total, state.received < total {
        throw NetworkError.tooShort(shown, received: state.received, expected: total)
      }
      state.notes.total = state.received
      try folder.write(state.notes)
      return state.progress
    }
    request.report(progress)
  }

  private func begin(_ response: HTTPURLResponse, _ state: inout State) throws {
    if response.statusCode == 206 {
      try check(response, state)
      state.notes.failure = nil
      try folder.write(state.notes)
    } else {
      var notes = DownloadNotes(url: request.url, response)
      // The old bytes go before the new notes come: never the one with the other.
      state.file = WriteBehind(try folder.openPart(anew: true))
      state.received = 0
      if let total = notes.total, total > request.limit { notes.total = nil }
      state.notes = notes
      try folder.write(notes)
    }
    if state.file == nil { state.file = WriteBehind(try folder.openPart(anew: false)) }
    guard response.expectedContentLength <= request.limit - state.received else {
      throw NetworkError.tooLarge(shown, limit: request.limit)
    }
  }

  /// Takes a part only where it is the rest of the file whose beginning is there.
  private func check(_ response: HTTPURLResponse, _ state: State) throws {
    let range = HeaderField.range(response.value(forHTTPHeaderField: "Content-Range"))
    let etag = response.value(forHTTPHeaderField: "ETag")
    let isSameSize =
      range.total == nil || state.notes.total == nil || range.total == state.notes.total
    let isSameFile = etag == nil || etag == state.notes.etag
    guard start > 0, range.first == start, isSameSize, isSameFile else {
      folder.dropPart()
      throw NetworkError.wrongPart(shown)
    }
  }

  private func write(_ piece: Data, _ state: inout State) throws {
    let received = state.received + piece.count
    guard received <= request.limit else {
      throw NetworkError.tooLarge(shown, limit: request.limit)
    }
    guard received <= state.notes.total ?? .max else {
      folder.dropPart()
      throw NetworkError.wrongPart(shown)
    }
    guard let file = state.file else { throw CancellationError() }
    do { try file.append(piece) } catch { throw folder.unusable(error) }
    state.received = received
  }
}
