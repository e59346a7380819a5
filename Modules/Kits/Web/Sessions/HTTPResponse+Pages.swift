import Documents
import Foundation
import Mediator
import Platform

extension HTTPResponse {
  private static let html = "text/html; charset=utf-8"

  /// The answer with what it may load and do.
  ///
  /// Source: Content Security Policy Level 3; Fetch Metadata Request Headers.
  var withPolicy: HTTPResponse {
    var response = self
    response.fields += [
      Field(
        "Content-Security-Policy",
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; "
          + "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"),
      Field("X-Content-Type-Options", "nosniff"), Field("Referrer-Policy", "same-origin"),
      Field("Cross-Origin-Opener-Policy", "same-origin"),
      Field("Cross-Origin-Resource-Policy", "same-origin"),
    ]
    if !fields.contains(where: { $0.name == "Cache-Control" }) {
      response.fields.append(Field("Cache-Control", "no-store"))
    }
    return response
  }

  static func redirect(to path: String) -> HTTPResponse {
    HTTPResponse(303, fields: [Field("Location", path)])
  }

  /// The page of a tab.
  @MainActor
  static func page(of tab: Tab, app: WebApp) -> HTTPResponse {
    let page = tab.page
    let sent = SentPage(version: (tab.sent?.version ?? 0) + 1, page: page)
    tab.sent = sent
    let html = document(title: "\(page.title) – \(app.name)") { html in
      html.append(
        "body",
        [
          "id": "page", "data-tab": tab.name, "data-key": tab.key.text,
          "data-version": "\(sent.version)", "data-location": page.location,
        ]
      ) { $0.append(page.html) }
    }
    return HTTPResponse(type: Self.html, body: .data(html))
  }

  /// The page that says why a request is refused.
  static func page(of failure: HTTPFailure, app: String) -> HTTPResponse {
    let html = document(title: app) { html in
      html.append("body") { html in
        html.append("main") { html in
          html.append("h1") { $0.append(app) }
          html.append("p", ["class": "error"]) {
            $0.append("\(failure.reason.capitalizedSentence).")
          }
        }
      }
    }
    return HTTPResponse(failure.status, type: Self.html, body: .data(html))
  }

  /// The page that takes a visitor from another site in: a link of this site sends the cookie.
  static func entrance(to path: String, app: String) -> HTTPResponse {
    let html = document(title: app, refresh: path) { html in
      html.append("body") { html in
        html.append("main") { html in
          html.append("h1") { $0.append(app) }
          html.append("p") { html in html.append("a", ["href": path]) { $0.append("Continue") } }
        }
      }
    }
    return HTTPResponse(type: Self.html, body: .data(html))
  }

  /// A page outside the server that leads to it.
  static func door(to address: String, app: String) -> Data {
    var html = HTML()
    html.append("html", ["lang": "en"]) { html in
      html.append("head") { html in
        html.append(empty: "meta", ["charset": "utf-8"])
        html.append("title") { $0.append(app) }
        html.append(empty: "meta", ["http-equiv": "refresh", "content": "0; url=\(address)"])
      }
      html.append("body") { html in html.append("a", ["href": address]) { $0.append(app) } }
    }
    return Data("<!DOCTYPE html>".utf8 + html.bytes)
  }

  private static func document(
    title: String, refresh: String? = nil, body: (inout HTML) -> Void
  ) -> Data {
    var html = HTML()
    html.append("html", ["lang": "en", "dir": "ltr"]) { html in
      html.append("head") { html in
        html.append(empty: "meta", ["charset": "utf-8"])
        html.append(
          empty: "meta",
          ["name": "viewport", "content": "width=device-width, initial-scale=1"])
        html.append("title") { $0.append(title) }
        if let refresh {
          html.append(empty: "meta", ["http-equiv": "refresh", "content": "0; url=\(refresh)"])
        }
        html.append(empty: "link", ["rel": "stylesheet", "href": Asset.style.path])
        html.append(empty: "link", ["rel": "icon", "href": Asset.icon.path])
        html.append("script", ["src": Asset.script.path, "defer": ""]) { _ in }
      }
      body(&html)
    }
    return Data("<!DOCTYPE html>".utf8 + html.bytes)
  }
}

/// A file that never changes under its address.
struct Asset: Sendable {
  static let style = Asset(PackageResources.web_css, "css", type: "text/css; charset=utf-8")
  static let script = Asset(PackageResources.web_js, "js", type: "text/javascript; charset=utf-8")
  static let icon = Asset(PackageResources.icon_svg, "svg", type: "image/svg+xml")
  private static let folder = "assets"

  /// The path, which contains a digest of the content.
  let path: String
  private let content: Data
  private let type: String

  private init(_ content: [UInt8], _ pathExtension: String, type: String) {
    let digest = SHA256.name(of: String(decoding: content, as: UTF8.self)).prefix(16)
    path = "/\(Self.folder)/\(digest).\(pathExtension)"
    self.content = Data(content)
    self.type = type
  }

  /// The asset at a decoded path; nil for another path.
  static func named(_ path: [String]) -> Asset? {
    guard path.first == folder else { return nil }
    let path = "/" + path.joined(separator: "/")
    return [style, script, icon].first { $0.path == path }
  }

  var response: HTTPResponse {
    HTTPResponse(
      type: type, fields: [.init("Cache-Control", "public, max-age=31536000, immutable")],
      body: .data(content))
  }
}
