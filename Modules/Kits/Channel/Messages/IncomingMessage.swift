import Foundation
import Mediator

/// One line that the other side has sent.
indirect enum IncomingMessage: Equatable {
  case request(RequestID, ChannelRequest)
  case notification(ChannelRequest)
  case result(RequestID, Data)
  case failure(RequestID, ChannelError)
  /// The other side reports an error without saying to which request it belongs.
  case unrelatedFailure(ChannelError)
  /// The line is none of these.
  /// - Parameter isAnswer: Whether it was meant to be an answer, as far as it can be read.
  case malformed(RequestID?, code: Int, reason: String, isAnswer: Bool = false)
  /// Several messages in one line.
  case batch([IncomingMessage])

  /// Whether a part of the line is no valid message.
  var isMalformed: Bool {
    switch self {
    case .malformed: true
    case .batch(let messages): messages.contains(where: \.isMalformed)
    case .request, .notification, .result, .failure, .unrelatedFailure: false
    }
  }

  /// The largest number of messages in a batch.
  static let maximumBatch = 100

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Parses a line; nil if it is blank. A byte order mark before it is skipped.
  init?(_ line: UnsafeRawBufferPointer) {
    let start = line.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
    let line = UnsafeRawBufferPointer(rebasing: line[start...])
    guard String(validating: line, as: UTF8.self) != nil else {
      self = .malformed(nil, code: RPCErrorCode.parseError, reason: "the line is not valid UTF-8")
      return
    }
    var scanner = JSONScanner(line)
    switch scanner.skipSpace() {
    case nil: return nil
    case UInt8(ascii: "{"): self = Self.message(line)
    case UInt8(ascii: "["): self = Self.batch(line)
    case _:
      // Of a message in several lines, one is this member.
      let isAnswer = (try? scanner.readText()).map { scanner.text($0) } == "\"jsonrpc\""
      self = .malformed(
        nil, code: RPCErrorCode.parseError,
        reason: "expected a JSON object" + (isAnswer ? " in one line" : ""), isAnswer: isAnswer)
    }
  }

  private static func message(_ line: UnsafeRawBufferPointer) -> IncomingMessage {
    var members = Members()
    members.isStreamSafe = StreamSafeText.isSafe(line, isJSON: true)
    var scanner = JSONScanner(line)
    do throws(JSONScanner.Failure) {
      try members.read(&scanner)
    } catch {
      return members.message(in: line, failingAt: scanner)
    }
    return members.message(in: line)
  }

  private static func batch(_ line: UnsafeRawBufferPointer) -> IncomingMessage {
    var messages: [IncomingMessage] = []
    var scanner = JSONScanner(line)
    do throws(JSONScanner.Failure) {
      guard scanner.read("[") else { throw JSONScanner.Failure() }
      if !scanner.read("]") {
        repeat {
          guard messages.count < maximumBatch else {
            return .malformed(
              nil, code: RPCErrorCode.invalidRequest,
              reason: "the batch has more than \(maximumBatch) messages")
          }
          let range = try scanner.readValue()
          messages.append(
            line[range.lowerBound] == UInt8(ascii: "{")
              ? message(UnsafeRawBufferPointer(rebasing: line[range]))
              : .malformed(
                nil, code: RPCErrorCode.invalidRequest, reason: "expected a JSON object"))
        } while scanner.read(",")
        guard scanner.read("]") else { throw JSONScanner.Failure() }
      }
      guard scanner.skipSpace() == nil else { throw JSONScanner.Failure() }
    } catch {
      return .notJSON(scanner)
    }
    return messages.isEmpty
      ? .malformed(nil, code: RPCErrorCode.invalidRequest, reason: "the batch has no message")
      : .batch(messages)
  }

  private static func notJSON(
    _ scanner: JSONScanner, isAnswer: Bool = false
  ) -> IncomingMessage {
    .malformed(
      nil, code: RPCErrorCode.parseError, reason: scanner.failureReason, isAnswer: isAnswer)
  }

  /// The message of which a line that is too long consists, as far as its beginning says.
  static func skipped(_ beginning: UnsafeRawBufferPointer) -> IncomingMessage {
    var members = Members()
    var scanner = JSONScanner(beginning)
    // It fails at the end at the latest; the members before it are read.
    try? members.read(&scanner)
    let id = members.requestID(in: beginning)
    let limit = LineConnection.maximumLength
    if let id, members.isResponse {
      return .failure(id, .answerTooLong(method: "", limit: limit))
    }
    return .malformed(
      id, code: RPCErrorCode.invalidRequest,
      reason: "the line is longer than \(limit >> 20) MiB")
  }

  /// Where the members of a message are in its line.
  private struct Members {
    var version, id, method, parameters, result, error: Range<Int>?
    var hasDuplicate = false
    /// Whether a value has more levels than are accepted.
    var isTooDeep = false
    /// Whether all texts can be compared in a short time.
    var isStreamSafe = true
    /// The name of the last member, with its quotes; its value may be cut. Empty for a long one,
    /// which is none of those that have a meaning.
    private var lastName = ""

    private static let maximumNameLength = 20

    /// Whether it is a response, as far as it was read.
    var isResponse: Bool {
      method == nil && parameters == nil
        && (result != nil || error != nil || ["\"result\"", "\"error\""].contains(lastName))
    }

    /// Whether a line whose end cannot be read seems to be a response.
    private var isResponseInPart: Bool {
      isResponse || version != nil && ["\"jsonrpc\"", "\"id\""].contains(lastName)
    }

    /// The id; nil for one that is too long or is neither a number nor a text nor null.
    func requestID(in line: UnsafeRawBufferPointer) -> RequestID? {
      guard let range = id, range.count <= RequestID.maximumLength,
        "\"-0123456789n".utf8.contains(line[range.lowerBound])
      else { return nil }
      return RequestID(data(range, of: line))
    }

    mutating func read(_ scanner: inout JSONScanner) throws(JSONScanner.Failure) {
      guard scanner.read("{") else { throw JSONScanner.Failure() }
      if !scanner.read("}") {
        repeat { try readMember(&scanner) } while scanner.read(",")
        guard scanner.read("}") else { throw JSONScanner.Failure() }
      }
      guard scanner.skipSpace() == nil else { throw JSONScanner.Failure() }
    }

    private mutating func readMember(_ scanner: inout JSONScanner) throws(JSONScanner.Failure) {
      let name = try scanner.readText()
      lastName = name.count < Self.maximumNameLength ? scanner.text(name) : ""
      guard scanner.read(":") else { throw JSONScanner.Failure() }
      let value = try readValue(&scanner)
      func set(_ member: inout Range<Int>?, _ hasDuplicate: inout Bool) {
        hasDuplicate = hasDuplicate || member != nil
        member = value
      }
      switch lastName {
      case "\"jsonrpc\"": set(&version, &hasDuplicate)
      case "\"id\"": set(&id, &hasDuplicate)
      case "\"method\"": set(&method, &hasDuplicate)
      case "\"params\"": set(&parameters, &hasDuplicate)
      case "\"result\"": set(&result, &hasDuplicate)
      case "\"error\"": set(&error, &hasDuplicate)
      case _: break
      }
    }

    /// Reads a value also if it has too many levels, because the id of the message may come after
    /// it.
    private mutating func readValue(
      _ scanner: inout JSONScanner
    ) throws(JSONScanner.Failure) -> Range<Int> {
      _ = scanner.skipSpace()
      let start = scanner.position
      do throws(JSONScanner.Failure) {
        return try scanner.readValue()
      } catch {
        guard error.isTooDeep else { throw error }
        isTooDeep = true
        try scanner.skipDeepValue()
        return start..<scanner.position
      }
    }

    /// The message of a line that is not JSON from some place on.
    func message(
      in text: UnsafeRawBufferPointer, failingAt scanner: JSONScanner
    ) -> IncomingMessage {
      if isResponse, let id = requestID(in: text), id.number != nil {
        return .failure(id, .invalidAnswer(method: "", reason: scanner.failureReason))
      }
      return .notJSON(scanner, isAnswer: isResponseInPart)
    }

    /// Removes the members that are null, which some programs write in place of none.
    private func withoutNull(in line: UnsafeRawBufferPointer) -> Members {
      func value(_ range: Range<Int>?) -> Range<Int>? {
        range.flatMap { line[$0.lowerBound] == UInt8(ascii: "n") ? nil : $0 }
      }
      var members = self
      (members.method, members.parameters) = (value(method), value(parameters))
      members.error = value(error)
      if members.error != nil || members.method != nil { members.result = value(result) }
      return members
    }

    func message(in line: UnsafeRawBufferPointer) -> IncomingMessage {
      withoutNull(in: line).message(of: line)
    }

    private func message(of line: UnsafeRawBufferPointer) -> IncomingMessage {
      let isNull = id.map { line[$0.lowerBound] } == UInt8(ascii: "n")
      let requestID = requestID(in: line)
      let id = isNull ? nil : requestID
      let isAnswer = isResponse && (version != nil || self.id != nil)
      func malformed(_ reason: String) -> IncomingMessage {
        if isAnswer, let id, id.number != nil {
          return .failure(id, .invalidAnswer(method: "", reason: reason))
        }
        return .malformed(
          id, code: RPCErrorCode.invalidRequest, reason: reason, isAnswer: isAnswer)
      }
      guard !hasDuplicate else { return malformed("a member occurs twice") }
      guard !isTooDeep else {
        let limit = JSONScanner.maximumDepth
        if let id, isResponse { return .failure(id, .answerTooDeep(method: "", limit: limit)) }
        return malformed("expected JSON of at most \(limit) levels")
      }
      guard isStreamSafe else {
        return malformed("a text is not accepted: \(StreamSafeText.reason)")
      }
      guard let version, data(version, of: line) == Data("\"2.0\"".utf8) else {
        return malformed("expected \"jsonrpc\": \"2.0\"")
      }
      guard self.id == nil || requestID != nil else {
        return malformed("expected a number or a text of at most 1 KiB as the id")
      }
      if let method { return request(method, id, isNull: isNull, in: line) }
      if let error {
        let failure = ChannelError(rpcError: data(error, of: line))
        return id.map { .failure($0, failure) } ?? .unrelatedFailure(failure)
      }
      guard let result, let id else {
        return malformed(
          result == nil ? "expected a method, a result or an error" : "expected the id of a request"
        )
      }
      return .result(id, data(result, of: line))
    }

    private func request(
      _ method: Range<Int>, _ id: RequestID?, isNull: Bool, in line: UnsafeRawBufferPointer
    ) -> IncomingMessage {
      func malformed(_ reason: String) -> IncomingMessage {
        .malformed(id, code: RPCErrorCode.invalidRequest, reason: reason)
      }
      guard !isNull else { return malformed("a request with the id null is not supported") }
      guard result == nil, error == nil else {
        return malformed("a message with a method has no result and no error")
      }
      guard let method = decodedText(UnsafeRawBufferPointer(rebasing: line[method])) else {
        return malformed("expected a text as the method")
      }
      if let parameters,
        ![UInt8(ascii: "{"), UInt8(ascii: "[")].contains(line[parameters.lowerBound])
      {
        return malformed("expected an object or a list as the parameters")
      }
      let request = ChannelRequest(
        id: id, method: method, parameters: parameters.map { data($0, of: line) })
      return id.map { .request($0, request) } ?? .notification(request)
    }
  }
}

extension ChannelError {
  /// The error in a response: an object, or the reason alone.
  fileprivate init(rpcError json: Data) {
    let value = try? JSON.decode(JSONValue.self, from: json)
    guard case .object(let members)? = value else {
      let reason = if case .text(let text)? = value { text } else { nil as String? }
      self = .remote(code: 0, message: reason ?? Self.withoutReason)
      return
    }
    let code = if case .integer(let code)? = members["code"] { code } else { 0 }
    let message = if case .text(let text)? = members["message"] { text } else { Self.withoutReason }
    let data = members["data"].flatMap { $0 == .null ? nil : try? JSON.encode($0) }
    self = .remote(code: code, message: message, data: data)
  }

  private static let withoutReason = "an error without a message"
}

/// Nil when the JSON is no text.
func decodedText(_ json: UnsafeRawBufferPointer) -> String? {
  guard json.first == UInt8(ascii: "\""), !json.contains(UInt8(ascii: "\\")) else {
    return try? JSON.decode(String.self, from: Data(json))
  }
  return String(decoding: json.dropFirst().dropLast(), as: UTF8.self)
}

private func data(_ range: Range<Int>, of line: UnsafeRawBufferPointer) -> Data {
  line.baseAddress.map { Data(bytes: $0 + range.lowerBound, count: range.count) } ?? Data()
}
