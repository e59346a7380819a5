import Foundation
import ModuleTesting
import Testing

@testable import Channel

@Suite(.timeLimit(.minutes(15))) struct NotificationFollowersTests {
  /// A notification whose parameters are not read as JSON here: a number, and zeros after it.
  private func notification(_ number: Int, zeros: Int = 1) -> ChannelRequest {
    ChannelRequest(method: "a", parameters: Data("\(number)".utf8) + Data(count: zeros))
  }

  /// The numbers of the notifications of a stream until it ends.
  private func numbers(_ stream: AsyncStream<Data>) async -> [Int?] {
    await stream.reduce(into: []) { numbers, parameters in
      numbers.append(Int(String(decoding: parameters.prefix { $0 != 0 }, as: UTF8.self)))
    }
  }

  @Test func `a follower that takes nothing keeps the newest 1,024 notifications`() async throws {
    let followers = NotificationFollowers()
    let stream = followers.stream(of: "a").stream
    for number in 1...2000 { followers.publish(notification(number)) }
    followers.end()
    #expect(await numbers(stream) == Array(977...2000))
  }

  @Test func `a follower that takes nothing keeps at most 64 MiB`() async throws {
    let followers = NotificationFollowers()
    let stream = followers.stream(of: "a").stream
    for number in 1...6 { followers.publish(notification(number, zeros: 15 << 20)) }
    for number in 7...9 { followers.publish(notification(number)) }
    followers.end()
    #expect(await numbers(stream) == Array(3...9))
  }

  @Test func `notifications that are taken leave their bytes to others`() async throws {
    let followers = NotificationFollowers()
    let stream = followers.stream(of: "a").stream
    var iterator = stream.makeAsyncIterator()
    for number in 1...20 {
      let notification = notification(number, zeros: 15 << 20)
      followers.publish(notification)
      #expect(await iterator.next() == notification.parameters)
    }
  }

  @Test func `a waiting follower receives each notification once, in their order`() async throws {
    let followers = NotificationFollowers()
    let stream = followers.stream(of: "a").stream
    let following = Task { await numbers(stream) }
    for number in 1...1000 {
      followers.publish(notification(number))
      await Task.yield()
    }
    followers.end()
    #expect(await following.value == Array(1...1000))
  }

  @Test func `a stream that is released or cancelled is not followed any more`() async throws {
    let followers = NotificationFollowers()
    let ended = Recorder<Int>()
    var released: AsyncStream<Data>? = followers.stream(of: "a") { ended.record($0) }.stream
    followers.publish(notification(1))
    #expect(released != nil && ended.values == [])
    released = nil
    #expect(ended.values == [1])
    let cancelled = followers.stream(of: "a") { ended.record($0) }.stream
    let following = Task { for await _ in cancelled {} }
    following.cancel()
    await following.value
    #expect(ended.values == [1, 2])
  }
}
