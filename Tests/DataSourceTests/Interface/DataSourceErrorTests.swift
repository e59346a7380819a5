import DataSourceInterface
import Mediator
import Testing

struct DataSourceErrorTests {
  private static let porto = CityID.builtIn
  private static let lisbon = CityID("lisbon") ?? porto
  private static let madrid = CityID("madrid") ?? porto
  private static let beijing = CityID("beijing") ?? porto
  private static let beijng = CityID("beijng") ?? porto

  @Test(
    arguments: [
      (
        .unknownCity(lisbon, installed: [porto, madrid]), .notFound,
        "no city 'lisbon' is installed; installed cities: porto, madrid; 'cities' lists more"
      ),
      (
        .unknownCity(beijng, installed: [porto, beijing]), .notFound,
        "no city 'beijng' is installed; did you mean 'beijing'?"
      ),
      (
        .builtIn(porto), .failed,
        "'porto' is built in and cannot be changed or removed; a feed of your own needs another id"
      ),
      (
        .unknownStation("X", city: "Porto", nearest: []), .notFound,
        "no station 'X' in Porto; search 'stations' for a part of its name"
      ),
      (
        .unknownStation("X", city: "Porto", nearest: ["Y"]), .notFound,
        "no station 'X' in Porto; did you mean 'Y'?"
      ),
      (
        .unknownStation("X", city: "Porto", nearest: ["Y", "Z", "A"]), .notFound,
        "no station 'X' in Porto; did you mean 'Y', 'Z' or 'A'?"
      ),
      (
        .ambiguousStation(
          "X", city: "Porto", candidates: ["Xa [1]", "Xa [2 3]"]),
        .notFound, "'X' matches several stations in Porto; choose one of: 'Xa [1]', 'Xa [2 3]'"
      ),
      (
        .stationElsewhere("x", city: "Beijing", name: "X", porto, otherCity: "Porto"), .notFound,
        "no station 'x' in Beijing, but 'X' is in Porto; choose the city 'porto'"
      ),
      (
        .unknownLine("X", city: "Porto", nearest: [], all: ["A", "B"]), .notFound,
        "no line 'X' in Porto; the lines are A, B"
      ),
      (
        .unknownLine("X", city: "Porto", nearest: ["A", "B"], all: ["A", "B"]), .notFound,
        "no line 'X' in Porto; did you mean 'A' or 'B'?"
      ),
      (
        .noStationNearby("@0,0", city: "Porto", metres: 4_700_999), .notFound,
        "'@0,0' is 4701 km from the nearest station of Porto; expected a place within 20 km"
      ),
      (
        .noStationNearby("@0,0", city: "Porto", metres: nil), .notFound,
        "'@0,0' is not near a station; the timetable of Porto gives no positions"
      ),
      (
        .nothingRemoved, .notFound,
        "no removed city can be restored; download the city, or add it from its feed"
      ),
      (.limitOutOfRange(0), .badInput, "'0' is not a number of stations; expected 1 or more"),
      (.missingFile("a.zip"), .notFound, "no file 'a.zip'; check the path"),
      (.notAFeed("a.zip", reason: "why; what"), .failed, "'a.zip' is not a GTFS feed: why; what"),
      (
        .replacementWithoutTrips(porto), .failed,
        "the new feed of 'porto' has no trip that ever runs, so the installed city was kept; "
          + "try a later feed, or remove the city first"
      ),
      (
        .damagedCity(porto, reason: "why"), .failed,
        "the files of 'porto' are damaged: why; remove the city and add it again"
      ),
      (
        .storage("home", reason: "why"), .failed,
        "cannot store data in 'home': why; choose a data folder that can be written"
      ),
    ] as [(DataSourceError, FailureKind, String)])
  func `each error has a kind and a message`(
    error: DataSourceError, kind: FailureKind, sentence: String
  ) {
    #expect(error.kind == kind && error.description == sentence)
  }
}
