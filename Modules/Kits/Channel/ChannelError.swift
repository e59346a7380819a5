public import Foundation
public import Mediator
import ModuleManager

/// Why a request over a channel failed.
public enum ChannelError: ModuleError {
  /// No response arrived within the timeout.
  case timedOut(method: String, after: Duration)
  /// The connection cannot be made, so nothing was sent.
  case unreachable(reason: String)
  /// The connection has ended or was closed.
  case lost(reason: String)
  /// The other side answered with an error. A handler throws this to answer with an error.
  /// - Parameters:
  ///   - code: One of `RPCErrorCode`, or a number that the protocol defines.
  ///   - data: More about the error, as JSON; nil for nothing.
  case remote(code: Int, message: String, data: Data? = nil)
  /// The request or notification is longer than the limit in bytes, so it was not sent.
  case messageTooLong(method: String, limit: Int)
  /// The answer is longer than the limit in bytes.
  case answerTooLong(method: String, limit: Int)
  /// The answer has more levels of lists and objects than the limit.
  case answerTooDeep(method: String, limit: Int)
  /// The answer is not one that the protocol allows.
  case invalidAnswer(method: String, reason: String)
  /// The other side has sent more bytes than the limit without the end of a line.
  case endlessLine(limit: Int)

  static let closed = ChannelError.lost(reason: "it was closed")

  public var kind: FailureKind {
    switch self {
    case .remote(RPCErrorCode.methodNotFound, _, _): .notFound
    case .remote(RPCErrorCode.invalidParameters, _, _), .messageTooLong: .badInput
    case .timedOut, .unreachable, .lost, .remote, .answerTooLong, .answerTooDeep,
      .invalidAnswer, .endlessLine:
      .failed
    }
  }

  public var description: String {
    switch self {
    case .timedOut(let method, let timeout):
      "no answer to '\(method)' within \(timeout.formatted); try again later"
    case .unreachable(let reason): "no connection is possible: \(reason); try again later"
    case .lost(let reason): "the connection is lost: \(reason); try again"
    case .remote(let code, let message, _): "the other side answered with error \(code): \(message)"
    case .messageTooLong(let method, let limit):
      "the message '\(method)' is longer than \(limit >> 20) MiB; send it in parts"
    case .answerTooLong(let method, let limit):
      "the answer to '\(method)' is longer than \(limit >> 20) MiB; ask for less"
    case .answerTooDeep(let method, let limit):
      "the answer to '\(method)' has more than \(limit) levels of lists and objects; the other side "
        + "must send fewer"
    case .invalidAnswer(let method, let reason):
      "the answer to '\(method)' is not valid: \(reason); report it to the author of the other side"
    case .endlessLine(let limit):
      "the other side has sent more than \(limit >> 20) MiB without the end of a line; each message "
        + "must end with one"
    }
  }
}

/// The error codes of JSON-RPC.
///
/// Source: JSON-RPC 2.0 Specification, section 5.1.
public enum RPCErrorCode {
  /// The line is not valid JSON.
  static let parseError = -32700
  /// The JSON is not a valid request.
  static let invalidRequest = -32600
  /// The method does not exist.
  public static let methodNotFound = -32601
  /// The parameters do not fit the method.
  public static let invalidParameters = -32602
  /// The work failed.
  static let internalError = -32603
}
