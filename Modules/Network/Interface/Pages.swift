/// One page after the other, each asked for when the one before is consumed.
public struct Pages<Page: Sendable>: AsyncSequence {
  let limit: Int
  let first: @Sendable () throws -> FetchRequest
  let load: @Sendable (FetchRequest) async throws -> (Page, next: FetchRequest?)

  /// Begins with the first page.
  public func makeAsyncIterator() -> Iterator { Iterator(pages: self) }

  /// Where one reader is.
  public struct Iterator: AsyncIteratorProtocol {
    private let pages: Pages
    private var count = 0
    private var next: FetchRequest?

    fileprivate init(pages: Pages) { self.pages = pages }

    /// The page after the one before; nil after the last.
    /// - Throws: What asking for it throws.
    public mutating func next() async throws -> Page? {
      guard count == 0 || next != nil, count < pages.limit else { return nil }
      let request = try next ?? pages.first()
      count += 1
      let (page, following) = try await pages.load(request)
      next = following
      return page
    }
  }
}
