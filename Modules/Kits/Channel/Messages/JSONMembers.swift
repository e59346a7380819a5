public import Foundation

/// The members of a JSON object, whose values are as they were spelled: every number is exact.
public struct JSONMembers: Sendable {
  private let object: Data
  private let ranges: [String: Range<Int>]

  /// Finds the members of an object; nil unless the JSON is an object in which each name occurs
  /// once.
  public init?(_ object: Data) {
    let ranges = object.withUnsafeBytes { Self.ranges(in: $0) }
    guard let ranges else { return nil }
    self.object = object
    self.ranges = ranges
  }

  /// The names of the members in their order.
  package var names: [String] {
    ranges.sorted { $0.value.lowerBound < $1.value.lowerBound }.map(\.key)
  }

  /// The JSON of a value; nil if the object has no such member.
  public subscript(name: String) -> Data? {
    ranges[name].map {
      object.subdata(in: object.startIndex + $0.lowerBound..<object.startIndex + $0.upperBound)
    }
  }

  /// The text of a member; nil if the object has no such member, or its value is no text.
  public func text(_ name: String) -> String? {
    self[name].flatMap { json in
      json.first == UInt8(ascii: "\"") ? json.withUnsafeBytes { decodedText($0) } : nil
    }
  }

  /// Finds the elements of a list, as they were spelled; nil unless the JSON is a list.
  package static func elements(ofList list: Data) -> [Data]? {
    let ranges = list.withUnsafeBytes { bytes -> [Range<Int>]? in
      var scanner = JSONScanner(bytes)
      var ranges: [Range<Int>] = []
      guard scanner.read("[") else { return nil }
      if !scanner.read("]") {
        repeat {
          guard let value = try? scanner.readValue() else { return nil }
          ranges.append(value)
        } while scanner.read(",")
        guard scanner.read("]") else { return nil }
      }
      return scanner.skipSpace() == nil ? ranges : nil
    }
    return ranges?.map {
      list.subdata(in: list.startIndex + $0.lowerBound..<list.startIndex + $0.upperBound)
    }
  }

  private static func ranges(in object: UnsafeRawBufferPointer) -> [String: Range<Int>]? {
    var ranges: [String: Range<Int>] = [:]
    var scanner = JSONScanner(object)
    guard scanner.read("{") else { return nil }
    if !scanner.read("}") {
      repeat {
        guard let name = try? scanner.readText(), scanner.read(":"),
          let value = try? scanner.readValue(),
          let text = decodedText(UnsafeRawBufferPointer(rebasing: object[name])),
          ranges.updateValue(value, forKey: text) == nil
        else { return nil }
      } while scanner.read(",")
      guard scanner.read("}") else { return nil }
    }
    return scanner.skipSpace() == nil ? ranges : nil
  }
}
