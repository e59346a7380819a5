import Foundation
import Mediator

/// The id of a request of the other side: a number or a text, as it was spelled.
struct RequestID: Hashable, Sendable {
  /// The largest length in bytes. Answers repeat the id, also those to invalid requests.
  static let maximumLength = 1024

  let json: Data

  init(_ json: Data) {
    self.json = json
  }

  init(_ number: Int) {
    json = Data("\(number)".utf8)
  }

  /// The value of a member of an object; nil if it has no such member.
  init?(ofMember name: String, in object: Data) {
    guard let value = JSONMembers(object)?[name] else { return nil }
    json = value
  }

  /// The number, if it is one that a channel gives to its requests.
  var number: Int? {
    let text = String(decoding: json, as: UTF8.self)
    guard let number = Int(text), "\(number)" == text else { return nil }
    return number
  }
}

/// One line that the other side has sent.
indirect enum IncomingMessage: Equatable {
  case request(RequestID, ChannelRequest)
  case notification(ChannelRequest)
  case result(RequestID, Data)
  case failure(RequestID, ChannelError)
  /// The other side reports an error without saying to which request it belongs.
  case unrelatedFailure
  /// The line is none of these.
  case malformed(RequestID?, code: Int, reason: String)
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

  /// Parses a line; nil if it is blank.
  init?(_ line: UnsafeRawBufferPointer) {
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
      self = .malformed(nil, code: RPCErrorCode.parseError, reason: "expected a JSON object")
    }
  }

  private static func message(_ line: UnsafeRawBufferPointer) -> IncomingMessage {
    var members = Members()
    members.isStreamSafe = StreamSafeText.isSafe(line, isJSON: true)
    var scanner = JSONScanner(line)
    do throws(JSONScanner.Failure) {
      try members.read(&scanner)
    } catch {
      return .notJSON(scanner)
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

  private static func notJSON(_ scanner: JSONScanner) -> IncomingMessage {
    .malformed(
      nil, code: RPCErrorCode.parseError,
      reason: "expected valid JSON of at most \(JSONScanner.maximumDepth) levels; "
        + "the error is at byte \(scanner.position)")
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

    func message(in line: UnsafeRawBufferPointer) -> IncomingMessage {
      let isNull = id.map { line[$0.lowerBound] } == UInt8(ascii: "n")
      let requestID = requestID(in: line)
      let id = isNull ? nil : requestID
      func malformed(_ reason: String) -> IncomingMessage {
        .malformed(id, code: RPCErrorCode.invalidRequest, reason: reason)
      }
      guard !hasDuplicate else { return malformed("a member occurs twice") }
      guard !isTooDeep else {
        let limit = JSONScanner.maximumDepth
        if let id, isResponse { return .failure(id, .answerTooDeep(method: "", limit: limit)) }
        return malformed("expected JSON of at most \(limit) levels")
      }
      guard isStreamSafe else {
        let reason = "a text is not accepted: \(StreamSafeText.reason)"
        if let id, isResponse { return .failure(id, .remote(code: 0, message: reason)) }
        return malformed(reason)
      }
      guard let version, data(version, of: line) == Data("\"2.0\"".utf8) else {
        return malformed("expected \"jsonrpc\": \"2.0\"")
      }
      guard self.id == nil || requestID != nil else {
        return malformed("expected a number or a text of at most 1 KiB as the id")
      }
      if let method { return request(method, id, isNull: isNull, in: line) }
      if let error {
        guard let id else { return .unrelatedFailure }
        return .failure(id, ChannelError(rpcError: data(error, of: line)))
      }
      guard let result, let id else { return malformed("expected a method, a result or an error") }
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
  /// The error in a response.
  fileprivate init(rpcError json: Data) {
    struct Values: Decodable {
      let code: Int
      let message: String
      let data: JSONValue?
    }
    guard let values = try? JSON.decode(Values.self, from: json) else {
      self = .remote(code: 0, message: "an error without a code or a message")
      return
    }
    self = .remote(
      code: values.code, message: values.message,
      data: values.data.flatMap { try? JSON.encode($0) })
  }
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
