import Documents
import Foundation
import Mediator

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
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; "
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
    let html = document(title: "\(page.title) – \(app.name)", of: app) { html in
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
  static func page(of failure: HTTPFailure, app: WebApp) -> HTTPResponse {
    let html = document(title: app.name, of: app) { html in
      html.append("body") { html in
        html.append("main") { html in
          html.append("h1") { $0.append(app.name) }
          html.append("p", ["class": "error"]) {
            $0.append("\(failure.reason.capitalizedSentence).")
          }
        }
      }
    }
    return HTTPResponse(failure.status, type: Self.html, body: .data(html))
  }

  /// The page that takes a visitor from another site in: a link of this site sends the cookie.
  static func entrance(to path: String, app: WebApp) -> HTTPResponse {
    let html = document(title: app.name, of: app, refresh: path) { html in
      html.append("body") { html in
        html.append("main") { html in
          html.append("h1") { $0.append(app.name) }
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
    title: String, of app: WebApp, refresh: String? = nil, body: (inout HTML) -> Void
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
        let files = app.files
        html.append(
          empty: "link", ["rel": "stylesheet", "href": files.address(of: StaticFiles.style)])
        html.append(empty: "link", ["rel": "icon", "href": files.address(of: StaticFiles.icon)])
        html.append("script", ["src": files.address(of: StaticFiles.script), "defer": ""]) { _ in }
      }
      body(&html)
    }
    return Data("<!DOCTYPE html>".utf8 + html.bytes)
  }
}
