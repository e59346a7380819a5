import Foundation
import Mediator

/// Composes the lines that a channel sends.
enum OutgoingLine {
  /// Whether a line with its end is longer than a line may be, so that the other side would skip
  /// it.
  static func isTooLong(_ line: [UInt8]) -> Bool { line.count - 1 > LineConnection.maximumLength }

  static func request(_ id: Int, _ method: String, _ parameters: Data?) -> [UInt8] {
    line(#"{"jsonrpc":"2.0","id":\#(id),"method":\#(quoted(method))"#, #","params":"#, parameters)
  }

  static func notification(_ method: String, _ parameters: Data?) -> [UInt8] {
    line(#"{"jsonrpc":"2.0","method":\#(quoted(method))"#, #","params":"#, parameters)
  }

  static func result(_ id: RequestID, _ result: Data) -> [UInt8] {
    line(#"{"jsonrpc":"2.0","id":\#(text(id))"#, #","result":"#, result)
  }

  /// An error that would be too long is sent without its data and with the beginning of its
  /// message.
  /// - Parameter id: Nil when the request has none that can be read.
  static func failure(
    _ id: RequestID?, code: Int, message: String, data: Data? = nil
  ) -> [UInt8] {
    func line(_ message: String, _ data: Data?) -> [UInt8] {
      let error = #"{"code":\#(code),"message":\#(quoted(message))"#
      return Self.line(
        #"{"jsonrpc":"2.0","id":\#(id.map(text) ?? "null"),"error":\#(error)"#, #","data":"#, data,
        end: "}}\n")
    }
    let whole = line(message, data)
    return isTooLong(whole) ? line(message.shortened(toScalars: 1000), nil) : whole
  }

  private static func line(
    _ beginning: String, _ name: StaticString, _ json: Data?, end: StaticString = "}\n"
  ) -> [UInt8] {
    var line: [UInt8] = []
    line.reserveCapacity(beginning.utf8.count + (json?.count ?? 0) + 16)
    line.append(contentsOf: beginning.utf8)
    if let json {
      line.append(
        contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
      let start = line.count
      json.withUnsafeBytes { line.append(contentsOf: $0) }
      // A line feed in JSON is only white space between values.
      for index in start..<line.count where line[index] == UInt8(ascii: "\n") {
        line[index] = UInt8(ascii: " ")
      }
    }
    line.append(contentsOf: UnsafeBufferPointer(start: end.utf8Start, count: end.utf8CodeUnitCount))
    return line
  }

  private static func text(_ id: RequestID) -> String { String(decoding: id.json, as: UTF8.self) }

  private static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C }
    if isPlain { return "\"\(text)\"" }
    // A text always has a JSON form.
    return (try? JSON.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
  }
}

extension String {
  /// The text, or its beginning and an ellipsis if it has more Unicode scalars than this. Unlike a
  /// number of characters, it limits the bytes.
  func shortened(toScalars count: Int) -> String {
    let beginning = unicodeScalars.prefix(count)
    return beginning.endIndex == endIndex ? self : String(beginning) + "…"
  }
}
