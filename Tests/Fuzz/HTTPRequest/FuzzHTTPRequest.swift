import Foundation
import FuzzSupport
import Mediator

@testable import Web

/// Reads any bytes as what a client sends to the HTTP server.
@main
enum FuzzHTTPRequest {
  static func main() {
    Fuzzer.run { bytes, count in
      FuzzHTTPRequest.test(Array(UnsafeBufferPointer(start: bytes, count: count)))
      return 0
    }
  }

  private static func test(_ input: [UInt8]) {
    let (requests, failure) = read(input, step: input.count)
    // It does not matter in which parts the bytes arrive.
    let (same, sameFailure) = read(input, step: 1)
    precondition(failure == sameFailure && requests.count == same.count)
    for (first, second) in zip(requests, same) { precondition(isEqual(first, second)) }
    precondition(failure.map { 400...599 ~= $0.status && !$0.reason.isEmpty } != false)
    for request in requests { check(request) }
    // What was read, written again, is read as the same requests, and nothing is left.
    let (again, none) = read(requests.flatMap(bytes), step: .max)
    precondition(none == nil && again.count == requests.count)
    for (first, second) in zip(requests, again) { precondition(isEqual(first, second)) }
  }

  private static func check(_ request: HTTPRequest) {
    precondition(request.target.utf8.first == UInt8(ascii: "/"))
    precondition(request.body.count == request.framing.bodyLength)
    for part in request.path {
      precondition(part != "." && part != ".." && !part.utf8.contains { $0 < 32 || $0 == 47 })
    }
    for (name, value) in request.fields {
      precondition(!name.isEmpty && !value.utf8.contains { $0 == 0 || $0 == 10 || $0 == 13 })
    }
    _ = request.cookies("key")
    _ = try? request.form()
  }

  private static func read(_ input: [UInt8], step: Int) -> ([HTTPRequest], HTTPFailure?) {
    var limits = HTTPLimits()
    (limits.head, limits.body) = (1024, 256)
    var reader = HTTPReader(hosts: ["a"], limits: limits)
    var requests: [HTTPRequest] = []
    var rest = input[...]
    while !rest.isEmpty {
      rest.prefix(step).withUnsafeBytes { reader.append($0) }
      rest = rest.dropFirst(step)
      do throws(HTTPFailure) {
        while let request = try reader.next() { requests.append(request) }
      } catch {
        return (requests, error)
      }
    }
    return (requests, nil)
  }

  private static func bytes(_ request: HTTPRequest) -> [UInt8] {
    let framing = request.framing
    let method = framing.isHeadOnly ? "HEAD" : request.method.rawValue
    var head = "\(method) \(request.target) HTTP/1.\(framing.readsChunks ? 1 : 0)\r\n"
    for (name, value) in request.fields { head += "\(name): \(value)\r\n" }
    return Array("\(head)\r\n".utf8) + Array(request.body)
  }

  private static func isEqual(_ first: HTTPRequest, _ second: HTTPRequest) -> Bool {
    first.method == second.method && first.target == second.target && first.path == second.path
      && first.query == second.query && first.fields == second.fields
      && first.body == second.body && first.framing == second.framing
  }
}
