extension String {
  /// Calls `body` with the UTF-8 of the text, without a copy. `String.utf8Span` does the same, but
  /// needs the systems of 2025 on Apple platforms.
  package func withUTF8Span<Result>(_ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
    // The storage is valid during the call, which its span cannot outlive.
    if let result = try utf8.withContiguousStorageIfAvailable({ try body($0.span) }) {
      return result
    }
    let bytes = Array(utf8)  // A text of Objective-C may be stored in another form.
    return try body(bytes.span)
  }
}
