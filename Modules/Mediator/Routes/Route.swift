/// A pattern of URLs, such as `city/:city/station/:name?`.
///
/// - Segments are separated by `/`. The first is literal, and stands where a URL has its host.
/// - `:name` is a placeholder: it stands for one segment, which becomes the parameter `name`.
/// - `:name<int>` takes whole numbers only, `:name<number>` finite numbers.
/// - `:name?` and `:name<int>?` may be left out; such placeholders come last.
/// - Where several patterns fit a URL, each segment prefers a literal to a whole number, that to a
///   number, and that to any text.
public struct Route: Hashable, Sendable, CustomStringConvertible {
  /// The pattern as it was declared.
  public let description: String
  let segments: [Segment]

  /// Reads a pattern.
  /// - Throws: `MediatorError.badRoute` with what is wrong.
  public init(_ pattern: String) throws(MediatorError) {
    description = pattern
    segments = try pattern.split(separator: "/", omittingEmptySubsequences: false)
      .map { text throws(MediatorError) in try Segment(text, in: pattern) }
    placeholders = segments.compactMap { $0.name }
    try check()
  }

  /// Its first segment.
  var target: String? {
    if case .literal(let text)? = segments.first { text } else { nil }
  }

  /// The names of the placeholders, in order.
  public let placeholders: [String]

  private func check() throws(MediatorError) {
    func refuse(_ reason: String) -> MediatorError { .badRoute(description, reason: reason) }
    guard case .literal(let target)? = segments.first, target == target.lowercased() else {
      throw refuse("expected it to begin with a literal in lower case")
    }
    guard Set(placeholders).count == placeholders.count else {
      throw refuse("expected each placeholder once")
    }
    guard !segments.drop(while: { !$0.isOptional }).contains(where: { !$0.isOptional }) else {
      throw refuse("expected optional placeholders at the end")
    }
  }
}
