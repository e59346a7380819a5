package import Scenes

/// What the markup of a scene needs to know about its page: where its links lead and its forms are
/// sent.
package struct PageContext: Sendable {
  /// The level of the highest heading.
  package var headingLevel = 2
  /// The address to which forms are sent.
  package var action = ""
  /// The hidden fields of every form, such as the key of the tab.
  package var hiddenFields: [(name: String, value: String)] = []
  /// What the ids of the sections begin with.
  package var idPrefix = ""
  /// The address of the page with the actions of a row, if a row has some besides what it opens.
  package var selectAddress: @Sendable (RowPath) -> String? = { _ in nil }
  /// The address of what a row opens; nil for nothing.
  package var rowAddress: @Sendable (RowPath) -> String? = { _ in nil }
  /// The address of what a place of a picture opens, by its index; nil for nothing.
  package var placeAddress: @Sendable (Int) -> String? = { _ in nil }
  /// The address of the page with more rows of a section, by its id; nil for none.
  package var moreAddress: @Sendable (String) -> String? = { _ in nil }
  /// The path of the row that is selected; nil for none.
  package var selection: RowPath?
  /// Returns the positions of the characters of a row's text that match what the person types; nil
  /// while nobody searches.
  package var matches: (@Sendable (String) -> [Int])?

  package init() {}
}
