import Foundation
import FuzzSupport
import Mediator

@testable import Channel

/// Reads any bytes as the lines of the other side of a channel. The first byte says in which pieces
/// they arrive.
@main
enum FuzzChannel {
  static func main() {
    Fuzzer.run { bytes, count in
      FuzzChannel.test(UnsafeRawBufferPointer(start: bytes, count: count))
      return 0
    }
  }

  private static func test(_ input: UnsafeRawBufferPointer) {
    guard let first = input.first else { return }
    let bytes = UnsafeRawBufferPointer(rebasing: input.dropFirst())
    let whole = lines(of: bytes, size: max(1, bytes.count))
    precondition(lines(of: bytes, size: 1 + Int(first) % 16) == whole, "the pieces matter")
    for line in whole { line.withUnsafeBytes(read) }
  }

  /// A low limit, so that some lines are too long.
  private static func lines(of bytes: UnsafeRawBufferPointer, size: Int) -> [Data] {
    var splitter = LineSplitter(limit: 256)
    var lines: [Data] = []
    func append(_ line: UnsafeRawBufferPointer, isWhole: Bool) {
      precondition(line.count <= 256)
      if !isWhole { _ = IncomingMessage.skipped(line) }
      lines.append(Data(line))
    }
    for start in stride(from: 0, to: bytes.count, by: size) {
      let end = min(start + size, bytes.count)
      splitter.append(UnsafeRawBufferPointer(rebasing: bytes[start..<end]), append)
    }
    splitter.finish(append)
    return lines
  }

  private static func read(_ line: UnsafeRawBufferPointer) {
    if let message = IncomingMessage(line) { read(message) }
  }

  private static func read(_ message: IncomingMessage) {
    switch message {
    case .request(let id, let request):
      let line = OutgoingLine.result(id, request.parameters ?? Data("null".utf8))
      check(line, contains: request.parameters)
      check(OutgoingLine.request(1, request.method, request.parameters), contains: nil)
    case .notification(let request):
      check(
        OutgoingLine.notification(request.method, request.parameters), contains: request.parameters)
      _ = request.parameters.flatMap { RequestID(ofMember: "id", in: $0) }
    case .result(let id, let result): check(OutgoingLine.result(id, result), contains: result)
    case .failure, .unrelatedFailure: break
    case .malformed(let id, let code, let reason, _):
      check(OutgoingLine.failure(id, code: code, message: reason), contains: nil)
    case .batch(let messages): for message in messages { read(message) }
    }
  }

  /// What a channel sends, another one reads.
  private static func check(_ line: [UInt8], contains json: Data?) {
    precondition(line.last == 10 && !line.dropLast().contains(10), "it is not one line")
    let message = line.dropLast().withUnsafeBytes { IncomingMessage($0) }
    switch message {
    case .result(_, let result): precondition(json == nil || same(result, json), "another result")
    case .request, .failure, .unrelatedFailure: break
    case .notification(let request): precondition(same(request.parameters, json), "others")
    case .malformed, .batch, nil:
      preconditionFailure("it cannot read '\(String(decoding: line, as: UTF8.self))'")
    }
  }

  private static func same(_ first: Data?, _ second: Data?) -> Bool {
    first == second.map { Data($0.map { $0 == 10 ? 32 : $0 }) }
  }
}
