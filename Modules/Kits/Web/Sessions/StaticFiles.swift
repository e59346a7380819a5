import Foundation
import Mediator
import Platform

/// The files that pages load, by their names: those of the kit, and those of the app. A request names
/// a key of this table or nothing, and never a file of the machine.
package struct StaticFiles: Sendable {
  /// The files of every app.
  static let (style, script, icon) = ("web.css", "web.js", "icon.svg")
  /// The file of an app that is added to the style sheet.
  private static let addedStyle = "style.css"
  private static let (maximumCount, maximumSize) = (100, 4 << 20)

  private let files: [String: StaticFile]

  /// - Parameters:
  ///   - own: The files of the app. One with the name of a file of the kit replaces it, and
  ///     `style.css` is added to the style sheet.
  ///   - name: The name of the app, which decides the icon.
  /// - Throws: `StaticFileError` when a file has a bad name, no type or too many bytes, or when there
  ///   are too many.
  package init(_ own: [String: [UInt8]] = [:], ofApp name: String) throws(StaticFileError) {
    guard own.count <= Self.maximumCount else {
      throw .tooMany(own.count, maximum: Self.maximumCount)
    }
    var contents = [
      Self.style: PackageResources.web_css, Self.script: PackageResources.web_js,
      Self.icon: HTML.icon(ofApp: name).bytes,
    ].merging(own) { $1 }
    // A browser loads one style sheet sooner than two.
    if let added = own[Self.addedStyle] { contents[Self.style]? += "\n".utf8 + added }
    var files: [String: StaticFile] = [:]
    for (name, content) in contents.sorted(by: { $0.key < $1.key }) {
      guard content.count <= Self.maximumSize else {
        throw .tooLarge(name, maximum: Self.maximumSize)
      }
      files[name] = try StaticFile(name, content)
    }
    self.files = files
  }

  /// The address of a file, with the digest of its content.
  func address(of name: String) -> String? { files[name]?.address }

  /// The answer to a request for a file; nil for a request for something else.
  func response(to request: HTTPRequest) -> HTTPResponse? {
    guard request.method == .get, request.path.count == 1 else { return nil }
    return files[request.path[0]]?.response(to: request)
  }
}

private struct StaticFile {
  private static let types = [
    "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg", "webp": "image/webp",
    "ico": "image/x-icon",
  ]

  /// The path, with the digest.
  let address: String
  private let content: Data
  private let digest: String
  private let type: String

  init(_ name: String, _ content: [UInt8]) throws(StaticFileError) {
    let parts = name.split(at: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, name.wholeMatch(of: /[A-Za-z0-9_-]{1,64}\.[a-z0-9]+/) != nil else {
      throw .badName(name)
    }
    guard let type = Self.types[String(parts[1])] else {
      throw .unknownType(name, known: Self.types.keys.sorted())
    }
    var digest = SHA256()
    digest.update(content)
    self.digest = String(digest.finish().prefix(16))
    address = "/\(name)?v=\(self.digest)"
    self.content = Data(content)
    self.type = type
  }

  /// The answer: a browser keeps what has the digest in its address, and otherwise asks whether the
  /// file has changed.
  ///
  /// Source: RFC 8246; RFC 9110, section 13.1.2.
  func response(to request: HTTPRequest) -> HTTPResponse {
    guard request.query["v"]?.last != digest else {
      return HTTPResponse(
        type: type, fields: [.init("Cache-Control", "public, max-age=31536000, immutable")],
        body: .data(content))
    }
    let fields = [
      HTTPResponse.Field("Cache-Control", "no-cache"), .init("ETag", "\"\(digest)\""),
    ]
    guard request.fields["if-none-match"]?.contains("\"\(digest)\"") != true else {
      return HTTPResponse(304, fields: fields)
    }
    return HTTPResponse(type: type, fields: fields, body: .data(content))
  }
}

/// Why a file of an app cannot be served.
package enum StaticFileError: Error, Equatable, CustomStringConvertible {
  case badName(String)
  case unknownType(String, known: [String])
  case tooLarge(String, maximum: Int)
  case tooMany(Int, maximum: Int)

  package var description: String {
    switch self {
    case .badName(let name):
      "'\(name)' cannot be the name of a file for pages; expected ASCII letters, digits, '-' and '_' "
        + "before the full stop, such as 'logo.svg'"
    case .unknownType(let name, let known):
      "pages do not load files such as '\(name)'; expected one of the types \(known.joined(separator: ", "))"
    case .tooLarge(let name, let maximum):
      "the file '\(name)' is too large for pages; at most \(maximum) bytes are allowed"
    case .tooMany(let count, let maximum):
      "the app has \(count) files for its pages; at most \(maximum) are allowed"
    }
  }
}
