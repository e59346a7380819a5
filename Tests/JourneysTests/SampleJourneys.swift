import DataSourceInterface
import Documents
import RoutingInterface

extension Journey {
  /// Two rides with a change.
  static let sample = Journey(
    departure: .eight(plus: 0), arrival: .eight(plus: 1800), rides: 2,
    legs: [
      .ride(
        Ride(
          line: .blue, trip: "a", serviceDate: .sample, headsign: "西直门", from: .named("西直门"),
          to: .named("建国门"), departure: .eight(plus: 0), arrival: .eight(plus: 1080),
          intermediateStops: [.named("车公庄"), .named("阜成门")])),
      .change(
        Change(
          from: .named("建国门"), to: .named("建国门"), duration: .seconds(240), wait: .seconds(30))),
      .ride(
        Ride(
          line: .red, trip: "b", serviceDate: .sample, headsign: "环球度假区", from: .named("建国门"),
          to: .named("国贸"), departure: .eight(plus: 1350), arrival: .eight(plus: 1800),
          intermediateStops: [.named("永安里")])),
    ])

  /// Two rides on lines with long names.
  static let longNamed = Journey(
    departure: .eight(plus: 0), arrival: .eight(plus: 600), rides: 2,
    legs: ["Richmond - Daly City/Millbrae", "Warm Springs/South Fremont - Daly City"].map { name in
      .ride(
        Ride(
          line: Line(id: name, name: TranslatedName(name), color: nil), trip: nil,
          serviceDate: .sample,
          headsign: "Richmond", from: .named("A"), to: .named("B"),
          departure: .eight(plus: 0), arrival: .eight(plus: 600), intermediateStops: []))
    })
}

extension JourneyPlan {
  static func sample(_ journeys: [Journey], reason: String? = nil) -> JourneyPlan {
    JourneyPlan(
      city: .builtIn, date: .sample, from: PointOfInterest(id: "a", name: "西直门"),
      to: PointOfInterest(id: "a", name: "国贸"),
      journeys: journeys, later: journeys, reason: reason)
  }
}

extension Line {
  static let red = Line(id: "1", name: "1号线", color: LineColor(rgb: 0xA73C34))
  static let blue = Line(id: "2", name: "2号线", color: LineColor(rgb: 0x356094))
}

extension StopReference {
  static func named(_ name: String) -> StopReference {
    StopReference(id: name, name: TranslatedName(name))
  }
}

extension CalendarDate {
  /// The day of the sample journeys, a Friday.
  static let sample = CalendarDate(day: 20_777)
}

extension ServiceTime {
  /// A number of seconds after 08:00.
  static func eight(plus seconds: Int) -> ServiceTime { ServiceTime(seconds: 28_800 + seconds) }
}
