import Foundation
import TestSupport
import Testing

/// The declarations in `Modules/System` say what the real headers of the libraries say, where these
/// are installed.
@Suite(.blocking) struct SystemHeadersTests {
  struct Library: CustomTestStringConvertible, Sendable {
    let module: String
    /// What includes the real header.
    let include: String

    var testDescription: String { module }
    var header: URL { SharedData.checkout.appending(path: "Modules/System/\(module)/shim.h") }

    /// Compiles a C file that begins with the real header, and returns the compiler's output.
    func compile(_ lines: [String], options: [String] = []) throws -> String {
      try run(["#define CURL_DISABLE_TYPECHECK", include] + lines, options: options)
    }

    /// Compiles a C file and returns the compiler's output.
    func run(_ lines: [String], options: [String] = []) throws -> String {
      let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).c")
      defer { try? FileManager.default.removeItem(at: file) }
      try (lines.joined(separator: "\n") + "\n").write(to: file, atomically: true, encoding: .utf8)
      let clang =
        // libcurl's headers have macros for a compiler that says it is a newer GCC.
        [
          "/usr/bin/env", "clang", "-fsyntax-only", "-fgnuc-version=9", "-fno-spell-checking",
          "-Wno-deprecated-declarations",
        ]
      return try ChildProcess.run(
        clang + options + [file.path], environment: ProcessInfo.processInfo.environment
      ).output
    }

    var isInstalled: Bool { (try? compile([])) == "" }

    /// The constants of our header, with their values, and whether old headers lack them.
    var constants: [(name: String, value: String, isNew: Bool)] {
      get throws {
        let define = #/^#define (\w+) (.+)$/#
        let enumerator = #/^ +(\w+) = ([^,]+),(  // since .*)?$/#
        return try String(contentsOf: header, encoding: .utf8).split(separator: "\n").compactMap {
          if let match = $0.firstMatch(of: define), !match.2.hasPrefix("\""), !$0.contains("(") {
            return ("\(match.1)", "\(match.2)", false)
          }
          return $0.firstMatch(of: enumerator).map { ("\($0.1)", "\($0.2)", $0.3 != nil) }
        }
      }
    }

    /// The fields of each structure, as the compiler prints them: `8 |   const char * version`.
    func layouts(_ lines: [String]) throws -> [String: [String]] {
      let output = try run(lines, options: ["-Xclang", "-fdump-record-layouts-complete"])
      var layouts: [String: [String]] = [:]
      for record in output.split(separator: "*** Dumping AST Record Layout\n") {
        let rows = record.split(separator: "\n")
        guard let name = rows.first?.split(separator: " ").last else { continue }
        layouts["\(name)"] = rows.dropFirst().filter { !$0.contains("[sizeof") }.map(String.init)
      }
      return layouts
    }
  }

  private static let libraries = [
    Library(module: "CZlib", include: "#include <zlib.h>"),
    Library(module: "CSQLite", include: "#include <sqlite3.h>"),
    Library(module: "CCurl", include: "#include <curl/curl.h>"),
  ].filter { isRequired || $0.isInstalled }
  /// Whether a missing header fails the tests, as in `.ci/run`, which installs all of them.
  private static let isRequired = ProcessInfo.processInfo.environment["SYSTEM_HEADERS"] != nil

  @Test(arguments: libraries)
  func `constants have the values of the real header`(library: Library) throws {
    let constants = try library.constants
    #expect(constants.count > 5)
    let assertions = constants.map { "_Static_assert(\($0.name) == \($0.value), \"\($0.name)\");" }
    let errors = try library.compile(assertions).split(separator: "\n").filter { line in
      line.contains(": error: ")
        && !constants.contains { $0.isNew && line.hasSuffix("undeclared identifier '\($0.name)'") }
    }
    #expect(errors == [])
  }

  @Test(arguments: libraries)
  func `functions have the types of the real header`(library: Library) throws {
    let own = ["#define INTERCHANGE_ONLY_FUNCTIONS", "#include \"\(library.header.path)\""]
    #expect(try library.compile(own) == "")
  }

  @Test(arguments: libraries)
  func `structures have the fields of the real header`(library: Library) throws {
    let real = try library.layouts([library.include])
    let text = try String(contentsOf: library.header, encoding: .utf8)
    let own = try library.layouts(["#include \"\(library.header.path)\""])
      // The last is a structure of ours.
      .filter { text.contains("struct \($0.key) {") && $0.key != "CurlFunctions" }
    #expect(!own.isEmpty)
    var assertions: [String] = []
    for (name, fields) in own {
      func offsets(_ rows: [String]) -> [String] {
        rows.map { $0.split(separator: " ") }.map { "\($0[0]) \($0[$0.count - 1])" }
      }
      let (ownOffsets, offsets) = (offsets(fields), offsets(real[name] ?? []))
      // libcurl allocates this one, and newer versions have more fields.
      let expected = offsets.prefix(name == "curl_version_info_data" ? 3 : offsets.count)
      #expect(ownOffsets == Array(expected), "\(name)")
      assertions += fields.compactMap { field in
        guard let match = field.firstMatch(of: #/ \|   (\S.*) (\w+)$/#), !field.contains("unnamed")
        else { return nil }
        let value = "((struct \(name) *)0)->\(match.2)"
        return
          "_Static_assert(_Generic(\(value), \(match.1): 1, default: 0), \"\(name).\(match.2)\");"
      }
    }
    #expect(try library.compile(assertions) == "")
  }
}
