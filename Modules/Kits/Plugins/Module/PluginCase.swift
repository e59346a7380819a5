import Channel
import Console
package import Foundation
package import Mediator
import Platform

/// A call of a tool that the author of a plug-in has written down, with what is expected of the
/// answer: an element of the file `cases.json` beside `plugin.json`.
///
/// ```json
/// {"tool": "dice", "arguments": {"sides": 1}, "returns": "1"}
/// ```
package struct PluginCase: Codable, Hashable, Sendable {
  /// The name of the file.
  package static let fileName = "cases.json"
  /// The maximum size of the file in bytes.
  private static let maximumSize = 1 << 20
  private static let keys = ["tool", "arguments", "returns", "contains", "fails"]

  package let tool: String
  /// An object; nil for no arguments.
  package let arguments: JSONValue?
  /// The whole answer, as `--json` prints it; nil for any.
  let returns: JSONValue?
  /// A part of the answer: of its text, or of its JSON, and not empty; nil for any.
  let contains: String?
  /// A part of the sentence with which the call fails, and not empty; nil if it must not fail. A case
  /// with it has neither `returns` nor `contains`.
  let fails: String?

  /// Reads the file in the folder of a plug-in; no cases if there is none.
  /// - Throws: `PluginTestError.badCases` with the first problem.
  package static func all(inFolder folder: URL) throws(PluginTestError) -> [PluginCase] {
    let path = folder.appending(path: fileName).path
    let json: Data
    do {
      json = try FileHandle.reading(path).read(upToCount: maximumSize + 1) ?? Data()
    } catch POSIXError.ENOENT {
      return []
    } catch {
      throw .badCases(path, reason: error.systemReason)
    }
    guard json.count <= maximumSize else {
      throw .badCases(path, reason: "it has more than \(maximumSize) bytes; write fewer cases")
    }
    do {
      guard case .list(let elements) = try JSON.decode(JSONValue.self, from: json) else {
        throw PluginTestError.badCases(path, reason: "expected a list of objects")
      }
      for case .object(let members) in elements {
        guard let key = members.keys.sorted().first(where: { !keys.contains($0) }) else { continue }
        let remedy = "the keys are \(keys.joined(separator: ", "))"
        throw PluginTestError.badCases(
          path,
          reason: "'\(key.quotedFromPlugin)' is no key of a case"
            + keys.nearest(to: key).first.suggestion(or: remedy))
      }
      let cases = try JSON.decode([PluginCase].self, from: json)
      for (index, test) in cases.enumerated() {
        guard let problem = test.problem else { continue }
        throw PluginTestError.badCases(path, reason: "'[\(index)]': \(problem)")
      }
      return cases
    } catch {
      throw error as? PluginTestError ?? .badCases(path, reason: error.plainText)
    }
  }

  /// Why the case could not be what its author means; nil if it can be.
  private var problem: String? {
    if contains?.isEmpty == true { return "'contains' is empty; expected a part of the answer" }
    if fails?.isEmpty == true { return "'fails' is empty; expected a part of the error" }
    guard fails != nil, returns != nil || contains != nil else { return nil }
    return "a call that fails has no answer; remove 'fails', or 'returns' and 'contains'"
  }

  /// Calls the tool, as the app does.
  /// - Returns: How the answer differs from what is expected; nil if it does not.
  /// - Throws: `CancellationError`.
  package func problem(
    calling plugin: InstalledPlugin, through mediator: Mediator
  ) async throws -> String? {
    let tools = plugin.tools.map(\.name)
    guard tools.contains(tool) else {
      return "the plug-in has no such tool"
        + tools.nearest(to: tool).first.suggestion(or: "correct 'tool' in \(Self.fileName)")
    }
    let answer: JSONValue
    do {
      let json = try await mediator.perform(
        target: plugin.manifest.name, action: ToolNames(of: plugin).action(of: tool),
        json: JSON.encode(arguments ?? .object([:])))
      answer = try JSON.decode(JSONValue.self, from: json)
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      return problem(ofFailure: ((error as? ActionError)?.error ?? error).plainText)
    }
    return try problem(of: answer)
  }

  private func problem(ofFailure reason: String) -> String? {
    guard let fails else { return "it failed: \(reason)" }
    return reason.contains(fails) ? nil : "it failed, but not with '\(fails)': \(reason)"
  }

  private func problem(of answer: JSONValue) throws -> String? {
    let shown = try answer.shownText
    if let fails { return "it did not fail with '\(fails)', but returned \(shown)" }
    if let returns, returns != answer {
      return "it returned \(shown), expected \(try returns.shownText)"
    }
    if let contains, !shown.contains(contains) {
      return "it returned \(shown), which does not contain '\(contains)'"
    }
    return nil
  }
}

extension JSONValue {
  /// A text as it is, and any other value as JSON.
  fileprivate var shownText: String {
    get throws {
      if case .text(let text) = self { return text }
      return String(decoding: try JSON.encode(self), as: UTF8.self)
    }
  }
}

/// Why a plug-in has not passed its test.
package enum PluginTestError: ModuleError {
  /// The file with the cases does not say what it must.
  case badCases(String, reason: String)
  /// Some answers were not those that are expected.
  case failed(plugin: String, count: Int, total: Int)

  package var kind: FailureKind {
    switch self {
    case .badCases: .badInput
    case .failed: .failed
    }
  }

  package var description: String {
    switch self {
    case .badCases(let path, let reason): "'\(path)' has no cases to test: \(reason)"
    case .failed(let plugin, let count, let total):
      "\(count) of \(total) cases of the plug-in '\(plugin)' failed; correct the program, or what "
        + "\(PluginCase.fileName) expects"
    }
  }
}
