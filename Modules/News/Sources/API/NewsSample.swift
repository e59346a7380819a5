import Documents
import Foundation
import NewsInterface

/// Invented notices for the built-in city.
enum NewsSample {
  /// - Parameter sunday: The day of the inspection.
  static func items(sunday: CalendarDate) -> [NewsItem] {
    let midnight = Date(timeIntervalSince1970: Double(sunday.day) * 86_400)
    return [
      sample(
        "bridge", line: "D", "No trains over the Luís I bridge on Sunday until 12:00",
        """
        The track is being inspected. Buses run between São Bento and General Torres every 8 minutes; tickets for the metro are valid.
        """,
        subjects: [NewsSubject(station: "São Bento", to: "General Torres")], effect: .noService,
        periods: [NewsPeriod(start: midnight, end: midnight + 12 * 3600)], isUrgent: true),
      sample(
        "lift-trindade", "Lift out of order at Trindade",
        """
        The lift between the lower platform and the hall is being repaired. The lift at the Rua de Camões entrance leads to the other platform.
        """),
      sample(
        "match", line: "A", "More trains to Estádio do Dragão on match days",
        """
        Extra trains run from Senhora da Hora from two hours before the match until one hour after it.
        """),
      sample(
        "sao-joao", "All-night service at São João",
        """
        On the night of 23 June all lines run all night, every 15 minutes from 01:00.
        """),
      sample(
        "airport", line: "E", "First train from Aeroporto at 06:00",
        """
        For earlier flights, take the night bus at the stop in front of Arrivals.
        """),
      sample(
        "andante", "New validators at all stations",
        """
        Hold the card still until the light is green. Validate again when you change from a bus.
        """),
      sample(
        "bicycles", "Bicycles travel free of charge",
        """
        Up to two in each carriage, outside of the rush hours from 07:30 to 09:30 and from 17:30 to 19:30.
        """),
      sample(
        "povoa", line: "B", "Longer stops between Vilar do Pinheiro and Modivas",
        """
        Work beside the track continues until the end of the month. Trains arrive up to 4 minutes late.
        """),
      sample(
        "ismai", line: "C", "Parking at ISMAI is closed for two days",
        """
        The surface is being renewed. You can park at Castêlo da Maia, one stop before.
        """),
      sample(
        "fanzeres", line: "F", "Street market at Fânzeres on Saturday",
        """
        The entrance from the square is closed until 14:00; use the one beside the school.
        """),
      sample(
        "lost", "Lost property has moved",
        """
        It is now in the shop at Trindade, on weekdays from 08:00 to 19:30.
        """),
      sample(
        "survey", "Tell us how you travel",
        """
        Until the end of the month people with blue jackets ask for two minutes of your time.
        """),
    ]
  }

  private static func sample(
    _ id: String, line: String? = nil, _ title: String, _ body: String,
    subjects: [NewsSubject]? = nil, effect: NewsEffect? = nil, periods: [NewsPeriod]? = nil,
    isUrgent: Bool? = nil
  ) -> NewsItem {
    NewsItem(
      id: id, title: title, body: body, line: line, subjects: subjects, effect: effect,
      periods: periods, isUrgent: isUrgent, isSample: true)
  }
}
