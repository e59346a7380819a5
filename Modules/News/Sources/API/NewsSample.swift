import Documents
import Foundation
import NewsInterface
import Platform

/// Invented notices for the built-in city, in the format of an address's answer.
enum NewsSample {
  /// - Parameter sunday: The day of the inspection.
  static func json(sunday: CalendarDate) -> String {
    """
    {"items": [
      {"id": "bridge", "isSample": true, "line": "D", "isUrgent": true,
       "title": "No trains over the Luís I bridge on Sunday until 12:00",
       "effect": "noService", "subjects": [{"station": "São Bento", "to": "General Torres"}],
       "periods": [{"start": "\(sunday)T00:00:00Z", "end": "\(sunday)T12:00:00Z"}],
       "body": "The track is being inspected. Buses run between São Bento and General Torres every 8 minutes; tickets for the metro are valid."},
      {"id": "lift-trindade", "isSample": true, "title": "Lift out of order at Trindade",
       "body": "The lift between the lower platform and the hall is being repaired. The lift at the Rua de Camões entrance leads to the other platform."},
      {"id": "match", "isSample": true, "line": "A", "title": "More trains to Estádio do Dragão on match days",
       "body": "Extra trains run from Senhora da Hora from two hours before the match until one hour after it."},
      {"id": "sao-joao", "isSample": true, "title": "All-night service at São João",
       "body": "On the night of 23 June all lines run all night, every 15 minutes from 01:00."},
      {"id": "airport", "isSample": true, "line": "E", "title": "First train from Aeroporto at 06:00",
       "body": "For earlier flights, take the night bus at the stop in front of Arrivals."},
      {"id": "andante", "isSample": true, "title": "New validators at all stations",
       "body": "Hold the card still until the light is green. Validate again when you change from a bus."},
      {"id": "bicycles", "isSample": true, "title": "Bicycles travel free of charge",
       "body": "Up to two in each carriage, outside of the rush hours from 07:30 to 09:30 and from 17:30 to 19:30."},
      {"id": "povoa", "isSample": true, "line": "B", "title": "Longer stops between Vilar do Pinheiro and Modivas",
       "body": "Work beside the track continues until the end of the month. Trains arrive up to 4 minutes late."},
      {"id": "ismai", "isSample": true, "line": "C", "title": "Parking at ISMAI is closed for two days",
       "body": "The surface is being renewed. You can park at Castêlo da Maia, one stop before."},
      {"id": "fanzeres", "isSample": true, "line": "F", "title": "Street market at Fânzeres on Saturday",
       "body": "The entrance from the square is closed until 14:00; use the one beside the school."},
      {"id": "lost", "isSample": true, "title": "Lost property has moved",
       "body": "It is now in the shop at Trindade, on weekdays from 08:00 to 19:30."},
      {"id": "survey", "isSample": true, "title": "Tell us how you travel",
       "body": "Until the end of the month people with blue jackets ask for two minutes of your time."}
    ]}
    """
  }
}

/// The samples, decoded once.
final class NewsSamples: Sendable {
  private let known = Lock<(sunday: CalendarDate, items: [NewsItem])?>(nil)

  func items(sunday: CalendarDate) throws -> [NewsItem] {
    try known.withLock { known in
      if let known, known.sunday == sunday { return known.items }
      let json = Data(NewsSample.json(sunday: sunday).utf8)
      let items = try JSONDecoder().decode(NewsResponse.self, from: json).items
      known = (sunday, items)
      return items
    }
  }
}
