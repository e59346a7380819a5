import Foundation
import NetworkInterface
import Platform

/// Stores a body in memory, up to a limit.
final class BodyBuffer: Sendable {
  private let content = Lock(Data())
  private let limit: Int
  private let shown: String

  init(limit: Int, of address: Address) {
    self.limit = limit
    shown = address.shown
  }

  var data: Data { content.withLock { $0 } }

  var sink: Sink {
    Sink { [limit, shown] response in
      guard response.length ?? 0 <= limit else {
        throw NetworkError.tooLarge(shown, limit: limit)
      }
    } take: { [self] piece in
      try content.withLock { content in
        guard piece.count <= limit - content.count else {
          throw NetworkError.tooLarge(shown, limit: limit)
        }
        content.append(contentsOf: piece)
      }
    }
  }
}
