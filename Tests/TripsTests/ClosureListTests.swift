import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Testing
import TripsInterface

struct ClosureListTests {
  @Test(arguments: [
    (#"{"id":"1","city":"porto","station":"A","text":"closed"}"#, "A: closed"),
    (#"{"id":"1","city":"porto","station":"b","text":"closed","isTest":true}"#, "b: closed (test)"),
    (#"{"id":"1","city":"porto","text":"strike"}"#, "strike"),
    (#"{"id":"1","city":"porto","station":"C","text":"closed"}"#, nil),
    (#"{"id":"1","city":"lyon","station":"A","text":"closed"}"#, nil),
    (#"{"id":"1","city":"porto","station":"A"}"#, nil), ("x", nil),
  ])
  func `a trip says that one of its stations is closed`(
    parameters: String, note: String?
  ) async throws {
    let fixture = try await TripsFixture()
    try await fixture.add(["depart": "8:05"])
    for _ in 0..<2 { try await fixture.closeStation(parameters) }
    await fixture.mediator.drain()
    #expect(try await fixture.trips.map(\.note) == [note])
    // The one for the trip, and one for the closure.
    let changes = fixture.harness.published(TripsChanged.self).count
    #expect(changes == (parameters.contains("text") ? 2 : 1))
  }

  @Test func `a closure is mentioned for a day, on trips of the next day`() async throws {
    let fixture = try await TripsFixture()
    try await fixture.add(["depart": "8:05"])
    try await fixture.add(["date": "sun"])
    try await fixture.closeStation(#"{"id":"1","city":"porto","station":"A","text":"closed"}"#)
    await fixture.mediator.drain()
    #expect(try await fixture.trips.map(\.note) == ["A: closed", nil])
    fixture.change { $0.now += 24 * 60 + 1 }
    try await fixture.add(["depart": "8:05"])
    #expect(try await fixture.trips.filter(\.isAhead).allSatisfy { $0.note == nil })
  }
}

extension TripsFixture {
  fileprivate func closeStation(_ parameters: String) async throws {
    let payload = Data(#"{"method":"platform.closed","params":\#(parameters)}"#.utf8)
    try await harness.manager.didReceive(RemoteNotification(target: "trips", payload: payload))
  }
}
