import Testing

@testable import Mediator

@Suite struct URLPatternTests {
  @Test(arguments: [
    ("", "expected a literal or a placeholder, not ''"),
    ("/city", "expected a literal or a placeholder, not ''"),
    ("city//:id", "expected a literal or a placeholder, not ''"),
    ("city/a?b", "expected a literal or a placeholder, not 'a?b'"),
    (":city/plan", "expected it to begin with a literal in lower case"),
    ("City/plan", "expected it to begin with a literal in lower case"),
    ("city/:", "expected ':name', ':name<int>' or ':name?', not ':'"),
    ("city/:id<date>", "expected ':name', ':name<int>' or ':name?', not ':id<date>'"),
    ("city/:id<int", "expected ':name', ':name<int>' or ':name?', not ':id<int'"),
    ("city/:a-b", "expected ':name', ':name<int>' or ':name?', not ':a-b'"),
    ("city/:id/:id", "expected each placeholder once"),
    ("city/:id?/plan", "expected optional placeholders at the end"),
    ("city/:id?/:name", "expected optional placeholders at the end"),
  ])
  func `a malformed pattern is an error`(pattern: String, reason: String) {
    #expect(throws: MediatorError.badURLPattern(pattern, reason: reason)) {
      try URLPattern(pattern)
    }
  }

  @Test(
    arguments: [
      (
        "city/:id/station/:name", ["id": "porto", "name": "São/Bento"],
        "city/porto/station/S%C3%A3o%2FBento"
      ),
      ("city/:id/:count<int>?", ["id": "porto"], "city/porto"),
      ("city/:id/:count<int>?", ["id": "porto", "count": "-3"], "city/porto/-3"),
      ("city", ["a": "b c", "d": "e&f=+"], "city?a=b%20c&d=e%26f%3D%2B"),
      ("city/:ratio<number>", ["ratio": "1.5"], "city/1.5"),
    ] as [(String, Parameters, String)])
  func `a pattern and parameters make a URL`(
    pattern: String, parameters: Parameters, url: String
  ) throws {
    #expect(try URLPattern(pattern).url(parameters, scheme: "app") == "app://" + url)
  }

  @Test(
    arguments: [
      ("city/:id", [:], "':id' needs one value of kind text"),
      ("city/:id", ["id": ""], "':id' needs one value of kind text"),
      ("city/:id<int>", ["id": "x"], "':id' needs one value of kind int"),
      ("city/:a?/:b?", ["b": "x"], "':b' needs a value for ':a' before it"),
    ] as [(String, Parameters, String)])
  func `parameters that do not fit a pattern are an error`(
    pattern: String, parameters: Parameters, reason: String
  ) {
    #expect(throws: MediatorError.badURLPattern(pattern, reason: reason)) {
      try URLPattern(pattern).url(parameters, scheme: "app")
    }
  }
}
