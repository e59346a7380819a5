public import Foundation

/// A request or a notification of the other side.
public struct ChannelRequest: Hashable, Sendable {
  /// What the other side wants.
  public let method: String
  /// The parameters, a JSON object or list; nil if there are none.
  public let parameters: Data?
  /// The id of a request that has arrived, as it was spelled in JSON; nil for any other.
  package private(set) var id: Data?

  /// Creates a request or a notification.
  public init(method: String, parameters: Data? = nil) {
    self.method = method
    self.parameters = parameters
  }

  init(id: RequestID?, method: String, parameters: Data?) {
    self.init(method: method, parameters: parameters)
    self.id = id?.json
  }

  /// The method in an error, which must not be as long as the request.
  var shownMethod: String { method.shortened(toScalars: 100) }

  var size: Int { method.utf8.count + (parameters?.count ?? 0) }
}

/// Answers the requests of the other side with JSON. What it throws is the answer, too: a
/// `ChannelError.remote` as it is, every other error with the code `internalError`.
public typealias ChannelHandler = @Sendable (ChannelRequest) async throws -> Data

/// Answers a request on the thread of the channel, as a `ChannelHandler` does, or returns nil to
/// let the `ChannelHandler` answer. It must return at once: no line is read meanwhile.
public typealias ImmediateChannelHandler = @Sendable (ChannelRequest) throws -> Data?
