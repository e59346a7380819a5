import Mediator

/// Notes each call and each publication when it ends.
final class TraceNotes: Interceptor {
  /// A call or a publication.
  struct Step: Sendable {
    let id: Int
    let parent: Int?
    let isEvent: Bool
    var name: String
    var duration: Duration
    /// Why it failed; nil when it did not.
    let failure: String?
  }

  let needsParents = true
  private let noted = Lock<[Step]>([])

  /// Everything noted so far, in the order in which it began.
  var steps: [Step] { noted.withLock { $0 }.sorted { $0.id < $1.id } }

  func intercept<Input: Sendable, Output: Sendable>(
    _ call: Call, _ input: Input, next: (Input) async throws -> Output
  ) async throws -> Output {
    let start = ContinuousClock.now
    func note(_ failure: String? = nil) {
      noted.withLock {
        $0.append(
          Step(
            id: call.id, parent: call.parent, isEvent: false, name: call.action.path,
            duration: start.duration(to: .now), failure: failure))
      }
    }
    do {
      let output = try await next(input)
      note()
      return output
    } catch {
      note("\(error)")
      throw error
    }
  }

  func intercept<Published: Event>(
    _ publication: Publication, _ event: Published, next: (Published) -> Void
  ) {
    let start = ContinuousClock.now
    next(event)
    noted.withLock {
      $0.append(
        Step(
          id: publication.id, parent: publication.parent, isEvent: true,
          name: "\(publication.event)",
          duration: start.duration(to: .now), failure: nil))
    }
  }
}
