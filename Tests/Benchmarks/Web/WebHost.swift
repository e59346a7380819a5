import Foundation

/// The built host, which serves its pages to one browser.
final class WebHost {
  /// A page as a browser has received it.
  struct Page {
    let body: Data
    /// The name of its tab.
    let tab: String
    /// The form that asks for the changes of the page.
    let follows: String
    /// The beginning of each other form.
    let key: String

    /// Where the tab receives forms.
    var action: String { "/tab/\(tab)" }
  }

  private let process = Process()
  private let port: UInt16
  private let cookie: String
  private let connection: WebConnection

  /// Starts `metro web`, and uses its key.
  init(_ executable: URL, home: URL) throws {
    let output = Pipe()
    process.executableURL = executable
    process.arguments = ["web", "--port", "0"]
    // News and other servers are not asked.
    process.environment = ["METRO_HOME": home.path, "https_proxy": "http://127.0.0.1:9"]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    do {
      (port, cookie) = try Self.enter(output.fileHandleForReading)
      connection = try WebConnection(port: port, cookie: cookie)
    } catch {
      process.terminate()
      throw error
    }
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
  }

  /// Reads the address with the key, and uses it.
  private static func enter(_ output: FileHandle) throws -> (port: UInt16, cookie: String) {
    var text = ""
    while !text.contains("?key=") || !text.hasSuffix("\n") {
      let data = output.availableData
      guard !data.isEmpty else { throw CocoaError(.executableLoad) }
      text += String(decoding: data, as: UTF8.self)
    }
    guard let address = text.firstMatch(of: /http:\/\/localhost:(\d+)(\S+)/),
      let port = UInt16(address.1),
      let cookie = try WebConnection(port: port).get(String(address.2)).head
        .firstMatch(of: /Set-Cookie: ([^;]+);/)
    else { throw CocoaError(.executableLoad) }
    return (port, String(cookie.1))
  }

  /// Opens a page in a new tab.
  func open(_ path: String) throws -> Page {
    let body = try connection.get(path).body
    let text = String(decoding: body.prefix(2000), as: UTF8.self)
    guard
      let tab = text.firstMatch(of: /data-tab="(\d+)" data-key="(\w+)" data-version="(\d+)"/)
    else { throw CocoaError(.coderInvalidValue) }
    return Page(
      body: body, tab: String(tab.1), follows: "key=\(tab.2)&version=\(tab.3)",
      key: "key=\(tab.2)")
  }

  /// Follows the changes of a page on a connection of its own.
  func follow(_ page: Page) throws -> WebConnection {
    let stream = try WebConnection(port: port, cookie: cookie)
    try stream.post(page.follows, to: "\(page.action)/changes")
    return stream
  }

  /// Sends a field of a form of a page.
  func send(_ field: String, to page: Page) throws {
    try connection.post("\(page.key)&\(field)", to: page.action)
  }

  /// The processor time so far, in milliseconds.
  var processorMilliseconds: Double {
    Program.processorMilliseconds(ofProcess: process.processIdentifier)
  }

  /// The resident memory in bytes; 0 where `/proc` does not exist.
  var residentBytes: Int { Program.residentBytes(ofProcess: "\(process.processIdentifier)") }
}
