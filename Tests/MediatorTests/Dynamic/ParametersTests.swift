import Foundation
import Testing

@testable import Mediator

private struct Everything: Codable, Equatable {
  enum Speed: String, Codable, CaseIterable { case slow, fast }
  struct Name: Codable, Equatable {
    let text: String
    init(_ text: String) { self.text = text }
    init(from decoder: any Decoder) throws {
      text = try decoder.singleValueContainer().decode(String.self).uppercased()
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
  }

  var text: String?
  var number: Int?
  var small: UInt8?
  var ratio: Double?
  var float: Float?
  var truth: Bool?
  var speed: Speed?
  var name: Name?
  var date: Date?
  var url: URL?
  var data: Data?
  var decimal: Decimal?
  var id: UUID?
  var list: [Int]?
  var names: [Name]?
  var dates: [Date]?
}

private struct Nested: Decodable {
  struct Inner: Decodable { let x: Int }
  var inner: Inner?
  var list: [[Int]]?
  var table: [String: Int]?
}

@Suite struct ParametersTests {
  @Test(
    arguments: [
      ("text", "a b", Everything(text: "a b")), ("text", "", Everything(text: "")),
      ("number", "-12", Everything(number: -12)), ("small", "255", Everything(small: 255)),
      ("ratio", "1e3", Everything(ratio: 1000)), ("float", "0.5", Everything(float: 0.5)),
      ("truth", "true", Everything(truth: true)), ("truth", "false", Everything(truth: false)),
      ("speed", "fast", Everything(speed: .fast)), ("name", "ab", Everything(name: .init("AB"))),
      ("date", "1970-01-01T00:01:00Z", Everything(date: Date(timeIntervalSince1970: 60))),
      ("url", "https://a.b/c?d", Everything(url: URL(string: "https://a.b/c?d"))),
      ("data", "AQI=", Everything(data: Data([1, 2]))),
      ("decimal", "0.1", Everything(decimal: 0.1)),
      (
        "id", "E621E1F8-C36C-495A-93FC-0C247A3E6E5F",
        Everything(id: UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
      ),
      ("list", "1", Everything(list: [1])), ("names", "a", Everything(names: [.init("A")])),
      (
        "dates", "1970-01-01T00:00:00Z", Everything(dates: [Date(timeIntervalSince1970: 0)])
      ),
    ] as [(String, String, Everything)])
  fileprivate func `a field is decoded from its text, and encoded to one that decodes the same`(
    name: String, text: String, expected: Everything
  ) throws {
    let parameters: Parameters = [:]
    var given = parameters
    given.append(text, for: name)
    #expect(try given.decode(Everything.self) == expected)
    #expect(try Parameters(encoding: expected).decode(Everything.self) == expected)
  }

  @Test(arguments: [
    ("number", "1.5", "expected a whole number, not '1.5'"),
    ("number", "9223372036854775808", "expected a whole number, not '9223372036854775808'"),
    ("small", "256", "expected a whole number, not '256'"),
    ("ratio", "nan", "expected a number, not 'nan'"),
    ("float", "1e99", "expected a number, not '1e99'"),
    ("truth", "yes", "expected true or false, not 'yes'"),
    ("speed", "medium", "expected one of slow, fast, not 'medium'"),
    ("date", "today", "expected a date and time, as in '2026-11-20T08:00:00Z', not 'today'"),
    ("data", "!", "expected Base64, not '!'"), ("decimal", "x", "expected a number, not 'x'"),
    ("decimal", "12abc", "expected a number, not '12abc'"),
    ("decimal", "0x10", "expected a number, not '0x10'"),
    ("list", "x", "expected a whole number, not 'x'"),
  ])
  func `an error names the field and says what was expected`(
    name: String, text: String, reason: String
  ) {
    var parameters = Parameters()
    parameters.append(text, for: name)
    let error = #expect(throws: DecodingError.self) { try parameters.decode(Everything.self) }
    #expect(error?.field == name)
    #expect(error?.reason == reason)
  }

  @Test(arguments: ["inner", "list", "table"])
  func `an object within an object needs JSON`(name: String) {
    var parameters = Parameters()
    parameters.append("1", for: name)
    let error = #expect(throws: DecodingError.self) { try parameters.decode(Nested.self) }
    #expect(error?.reason == "an object within an object needs JSON")
  }

  @Test func `a name can have several values, or none`() throws {
    var parameters: Parameters = ["list": "3"]
    parameters.append("1", for: "list")
    parameters.append(flag: "truth")
    #expect(try parameters.decode(Everything.self) == Everything(truth: true, list: [3, 1]))
    #expect(parameters.values == ["list": ["3", "1"], "truth": []])
  }

  @Test func `the values of a name are in order, and nil if it is not given`() {
    var parameters: Parameters = ["from": "A"]
    parameters.append("B", for: "from")
    parameters.append(flag: "json")
    #expect(parameters["from"] == ["A", "B"])
    #expect(parameters["json"] == [])
    #expect(parameters["to"] == nil)
  }

  @Test func `names that fit no field are ignored`() throws {
    #expect(try (["x": "1"] as Parameters).decode(Everything.self) == Everything())
  }

  @Test func `parameters are equal in any order of names, but not of values`() {
    #expect(["a": "1", "b": "2"] as Parameters == ["b": "2", "a": "1"])
    #expect(["a": "1", "a": "2"] as Parameters != ["a": "2", "a": "1"])
  }

  @Test func `single values and lists cannot be parameters`() {
    #expect(throws: DecodingError.self) { try (["a": "1"] as Parameters).decode(Int.self) }
    #expect(throws: DecodingError.self) { try (["a": "1"] as Parameters).decode([Int].self) }
    #expect(throws: SchemaError.needsJSON(type: "Int", field: nil)) {
      try Parameters(encoding: 1)
    }
    #expect(throws: SchemaError.self) { try Parameters(encoding: ["a": ["b": 1]]) }
  }
}

extension DecodingError {
  fileprivate var context: Context? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context),
      .dataCorrupted(let context):
      context
    @unknown default: nil
    }
  }

  fileprivate var field: String? { context?.codingPath.first?.stringValue }
  fileprivate var reason: String? { context?.debugDescription }
}
