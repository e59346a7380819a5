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

  /// The whole number, however it is spelled: the ids of a channel are such numbers, and programs
  /// answer to `3` also as `"3"` or `3.0`.
  var number: Int? {
    let text =
      json.first == UInt8(ascii: "\"")
      ? json.withUnsafeBytes { decodedText($0) } : String(decoding: json, as: UTF8.self)
    guard let text else { return nil }
    return Int(text) ?? Double(text).flatMap { Int(exactly: $0) }
  }
}
