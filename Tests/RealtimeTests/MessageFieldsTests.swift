import Testing

@testable import Realtime

@Suite struct MessageFieldsTests {
  private func feed(_ bytes: [UInt8]) throws -> RealtimeFeed { try RealtimeFeed(decoding: bytes) }

  @Test func `a trip update has all fields of the format`() throws {
    let bytes = FeedBytes.file {
      $0.message(2) {
        $0.text(1, "e")
        $0.number(2, 0)
        $0.message(3) {
          $0.message(1) {
            $0.text(1, "t")
            $0.text(2, "25:15:35")
            $0.text(3, "20261130")
            $0.number(4, 6)
            $0.text(5, "r")
            $0.number(6, 1)
          }
          $0.message(6) {
            $0.text(1, "t2")
            $0.text(2, "20261201")
            $0.text(3, "09:00:00")
            $0.text(4, "a shape")
            $0.text(5, "Airport")
          }
          $0.message(3) { $0.text(2, "7") }
          $0.number(4, 1_796_000_000)
          $0.signed(5, -60)
          $0.message(2) {
            $0.number(1, 4)
            $0.text(4, "s")
            $0.number(5, 2)
            $0.message(3) {
              $0.signed(1, -30)
              $0.number(2, 1_796_000_100)
              $0.number(3, 0)
              $0.number(4, 1_796_000_130)
            }
            $0.message(6) { $0.text(1, "s2") }
          }
        }
      }
    }
    let update = RealtimeFeed.TripUpdate(
      entityID: "e",
      trip: .init(
        tripID: "t", routeID: "r", directionID: 1, startTime: "25:15:35", startDate: "20261130",
        scheduleRelationship: .duplicated),
      vehicle: .init(label: "7"),
      stopTimeUpdates: [
        .init(
          stopSequence: 4, stopID: "s",
          departure: .init(
            delay: -30, time: 1_796_000_100, uncertainty: 0, scheduledTime: 1_796_000_130),
          scheduleRelationship: .noData, properties: .init(assignedStopID: "s2"))
      ],
      timestamp: 1_796_000_000, delay: -60,
      properties: .init(
        tripID: "t2", startDate: "20261201", startTime: "09:00:00", tripHeadsign: "Airport"))
    #expect(try feed(bytes).tripUpdates == [update])
  }

  @Test func `an alert has all fields of the format`() throws {
    let bytes = FeedBytes.alert {
      $0.message(1) { $0.number(1, 5) }
      $0.message(1) { $0.number(2, .max) }
      $0.message(5) {
        $0.text(1, "a")
        $0.text(2, "r")
        $0.signed(3, -1)
        $0.message(4) { $0.text(1, "t") }
        $0.text(5, "s")
        $0.number(6, 0)
      }
      $0.number(6, 10)
      $0.number(7, 9)
      $0.message(8) { $0.message(1) { $0.text(1, "https://example.org") } }
      $0.message(10) {
        $0.message(1) {
          $0.text(1, "Obras")
          $0.text(2, "pt")
        }
        $0.message(1) { $0.text(2, "en") }
      }
      $0.message(11)
      $0.number(14, 3)
    }
    let alert = RealtimeFeed.Alert(
      entityID: "e",
      // The largest number of 64 bits stands for no end.
      activePeriods: [.init(start: 5), .init(end: 253_402_300_799)],
      informedEntities: [
        .init(
          agencyID: "a", routeID: "r", routeType: -1, directionID: 0, trip: .init(tripID: "t"),
          stopID: "s")
      ],
      cause: .construction, effect: .stopMoved,
      url: .init(translations: [.init(text: "https://example.org")]),
      headerText: .init(translations: [
        .init(text: "Obras", language: "pt"), .init(text: "", language: "en"),
      ]),
      descriptionText: .init(), severityLevel: .warning)
    #expect(try feed(bytes).alerts == [alert])
  }

  @Test func `a vehicle has all fields of the format`() throws {
    let bytes = FeedBytes.vehicle {
      $0.message(1) { $0.text(1, "t") }
      $0.message(2) {
        $0.float(1, 41.5)
        $0.float(2, -8.25)
        $0.float(3, 90)
        $0.float(5, 12.5)
      }
      $0.number(3, 4)
      $0.number(4, 1)
      $0.number(5, 6)
      $0.number(6, 2)
      $0.text(7, "s")
      $0.message(8) { $0.text(1, "v") }
    }
    let vehicle = RealtimeFeed.VehiclePosition(
      entityID: "e", trip: .init(tripID: "t"), vehicle: .init(id: "v"),
      position: .init(latitude: 41.5, longitude: -8.25, bearing: 90, speed: 12.5),
      currentStopSequence: 4, stopID: "s", currentStatus: .stoppedAt, timestamp: 6)
    #expect(try feed(bytes).vehicles == [vehicle])
  }
}
