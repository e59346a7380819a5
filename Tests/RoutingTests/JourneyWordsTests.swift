import Testing

@testable import Routing

@Suite struct JourneyWordsTests {
  @Test(arguments: [
    (0, "0 min"), (60, "1 min"), (61, "2 min"), (3541, "1 h 00 min"), (3900, "1 h 05 min"),
    (36_600, "10 h 10 min"),
  ])
  func `a duration is told in minutes, begun ones whole`(seconds: Int, words: String) {
    #expect(Duration.seconds(seconds).inMinutes == words)
  }
}
