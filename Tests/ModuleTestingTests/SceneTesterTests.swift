import ModuleTesting
import Testing

@MainActor @Suite(.timeLimit(.minutes(15))) struct SceneTesterTests {
  @Test func `a condition that stays false fails the test at the line of the wait`() async throws {
    let line = #_sourceLocation.line + 2
    try await withKnownIssue {
      try await wait(attempts: 200) { false }
    } matching: { issue in
      issue.sourceLocation?.line == line
        && issue.comments.contains { "\($0)".contains("the condition is still false") }
    }
  }

  @Test func `a condition is read once more after the last attempt`() async throws {
    var count = 0
    try await wait(attempts: 2) {
      count += 1
      return count == 3
    }
  }
}
