/// Why a feed is refused, as the end of a sentence that begins with its name.
struct Refusal: Error, Equatable {
  let reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}
