import Mediator

/// What a tab shows: parts, each an element with an id.
struct TabPage: Hashable, Sendable {
  /// An element of the page.
  struct Part: Hashable, Sendable {
    enum Content: Hashable, Sendable {
      case html(HTML)
      /// A section, of whose rows only those are sent that have changed.
      case section(SectionHTML)
    }

    /// Where an element is.
    enum Place: Hashable, Sendable { case header, main, detail, footer }

    let id: String
    let place: Place
    let content: Content

    var html: HTML {
      switch content {
      case .html(let html): html
      case .section(let section): section.html
      }
    }
  }

  /// Which scenes are shown: a page with others replaces the whole one before.
  var scenes = ""
  var title = ""
  /// The address that the browser shows.
  var location = "/"
  var parts: [Part] = []
  /// A text that the page is to copy; nil for none.
  var clipboard: String?

  /// All parts, within the landmarks of the page.
  var html: HTML {
    var html = HTML()
    html.append("a", ["class": "skip", "href": "#main"]) { $0.append("Skip to the content") }
    // Nothing behind a sheet can be used.
    let inert = parts.contains { $0.id == "sheet" } ? "" : nil
    html.append("header", ["inert": inert]) { append(.header, to: &$0) }
    html.append("main", ["id": "main", "tabindex": "-1", "inert": inert]) { html in
      append(.main, to: &html)
      guard parts.contains(where: { $0.place == .detail }) else { return }
      html.append("div", ["class": "detail"]) { append(.detail, to: &$0) }
    }
    append(.footer, to: &html)
    return html
  }

  private func append(_ place: Part.Place, to html: inout HTML) {
    for part in parts where part.place == place { html.append(part.html) }
  }
}

/// A page as it was sent.
struct SentPage: Sendable {
  /// The number of the page: each change of the tab makes another one.
  let version: Int
  let page: TabPage
}

/// The difference between two pages, which the script applies.
struct PageChange: Encodable, Sendable {
  /// A part that has changed.
  struct Part: Encodable, Sendable {
    let id: String
    /// The whole element; nil if only rows of it have changed.
    var html: String?
    /// The keys of all rows in their order; nil for the whole element.
    var keys: [String]?
    /// The rows that have changed, by their keys.
    var rows: [String: String]?
  }

  let version: Int
  let title: String
  let location: String
  /// All parts; nil if only some have changed.
  var page: String?
  var parts: [Part]?
  /// A text that is to be copied.
  var copy: String?

  /// - Parameter old: The page that the browser shows; nil if that is not known.
  init(from old: TabPage?, to new: SentPage) {
    version = new.version
    title = new.page.title
    location = new.page.location
    copy = new.page.clipboard
    guard let old, old.scenes == new.page.scenes,
      old.parts.map(\.id) == new.page.parts.map(\.id)
    else {
      page = new.page.html.text
      return
    }
    parts = zip(old.parts, new.page.parts).filter { $0 != $1 }.map { Self.change(from: $0, to: $1) }
  }

  private static func change(from old: TabPage.Part, to new: TabPage.Part) -> Part {
    guard case .section(let old) = old.content, case .section(let section) = new.content,
      old.head == section.head, old.foot == section.foot, !old.rows.isEmpty, !section.rows.isEmpty
    else { return Part(id: new.id, html: new.html.text) }
    let known = Dictionary(old.rows.map { ($0.key, $0.html) }) { first, _ in first }
    let changed = section.rows.filter { known[$0.key] != $0.html }
    return Part(
      id: new.id, keys: section.rows.map(\.key),
      rows: Dictionary(changed.map { ($0.key, $0.html.text) }) { first, _ in first })
  }
}
