import Foundation
import Testing

@testable import Mediator

/// The domain of `URLError`, which only Network may import.
private let urlErrors = "NSURLErrorDomain"

struct PlainTextTests {
  @Test(
    arguments: [
      (Bread.burnt, "the bread 'rye' is burnt; bake another"),
      (OvenCold(), "the oven is cold; switch it on"),
      (OvenBusy(), "an oven bakes already"),
      (Described(), "no flour, i.e. none"),
      (CancellationError(), "it was cancelled"),
      (NSError(domain: "oven", code: 3), "error 3 of 'oven'"),
      (
        NSError(domain: "oven", code: 3, userInfo: [NSLocalizedDescriptionKey: "It broke."]),
        "it broke"
      ),
      (
        NSError(
          domain: "oven", code: 3,
          userInfo: [NSLocalizedDescriptionKey: "No 'https://me:pw@a.example/x?key=1'."]),
        "no 'https://…@a.example/x?…'"
      ),
      (NSError(domain: NSPOSIXErrorDomain, code: 2), "no such file or directory"),
      (POSIXError(.EACCES), "permission denied"),
      (
        CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: "/tmp/x"]),
        "'/tmp/x': the file doesn’t exist"
      ),
      (NSError(domain: urlErrors, code: -1001), "no answer came in time"),
      (
        NSError(
          domain: urlErrors, code: -1003,
          userInfo: ["NSErrorFailingURLStringKey": "https://me:pw@a.example/x?key=1"]),
        "'a.example': the server was not found"
      ),
      (NSError(domain: urlErrors, code: -2000), "the transfer failed with the error -2000"),
      (
        DecodingError.keyNotFound(
          JSONKey(stringValue: "limit"), .init(codingPath: [], debugDescription: "")),
        "'limit': a value is missing"
      ),
      (
        EncodingError.invalidValue(
          1,
          .init(codingPath: [JSONKey(stringValue: "price")], debugDescription: "Not a number.")),
        "'price': not a number"
      ),
    ] as [(any Error, String)])
  func `an error says what its type has a text for`(error: any Error, text: String) {
    #expect(error.plainText == text && error.ownText == text)
  }

  @Test func `an error of the file system names the file`() {
    let error = #expect(throws: (any Error).self) {
      _ = try Data(contentsOf: URL(filePath: "/nonexistent/file"))
    }
    #expect(error?.plainText == "'/nonexistent/file': no such file or directory")
  }

  @Test(
    arguments: [
      (Plain(secret: "pw"), "MediatorTests.Plain"),
      (Choice.cold(degrees: 5), "MediatorTests.Choice.cold"),
      (Choice.hot, "MediatorTests.Choice.hot"), (Silent(), "MediatorTests.Silent"),
    ] as [(any Error, String)])
  func `an error without a text is named by its type, without its values`(
    error: any Error, type: String
  ) {
    #expect(error.ownText == nil)
    #expect(error.plainText == "unexpected error '\(type)'")
  }

  @Test func `a type within a function is named without an address`() {
    struct Local: Error {}
    #expect(Local().plainText == "unexpected error 'MediatorTests.PlainTextTests.Local'")
  }

  @Test func `an error of an action says which action has failed`() {
    let error = ActionError(path: "oven/bake", error: Choice.cold(degrees: 5))
    #expect("\(error)" == "'oven/bake' failed: unexpected error 'MediatorTests.Choice.cold'")
    #expect("\(ActionError(path: "a/b", error: OvenCold()))".hasPrefix("'a/b' failed: the oven"))
  }
}

private enum Bread: ModuleError {
  case burnt
  var kind: FailureKind { .failed }
  var description: String { "the bread 'rye' is burnt; bake another" }
}

private struct OvenCold: LocalizedError {
  var errorDescription: String? { "The oven is cold." }
  var recoverySuggestion: String? { "Switch it on." }
}

private struct OvenBusy: LocalizedError, CustomStringConvertible {
  var failureReason: String? { "An oven bakes already" }
  var description: String { "OvenBusy" }
}

private struct Described: Error, CustomStringConvertible {
  var description: String { "no flour, i.e. none" }
}

private struct Silent: LocalizedError {}
struct Plain: Error { let secret: String }
enum Choice: Error { case cold(degrees: Int), hot }
