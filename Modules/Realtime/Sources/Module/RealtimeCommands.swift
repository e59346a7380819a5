import Console
import DataSourceInterface
import Documents
import Mediator
import RealtimeInterface

extension Command {
  static let cityRealtime = Command(
    "city realtime", "Show or set where the expected times of a city come from",
    input: RealtimeArguments.self, outputType: RealtimeStatus.self,
    arguments: [
      .positional("of", isOptional: true), .positional("addresses", isOptional: true),
      .option("header"), .option("query"), .flag("off"),
    ],
    examples: [
      "city realtime", "city realtime porto --json",
      "city realtime porto https://example.org/trips.pb", "city realtime porto --off",
    ]
  ) { invocation in
    let input = try invocation.input(RealtimeArguments.self)
    let mediator = invocation.mediator
    let city = try await mediator.perform(DataSource.city, CityQuery(city: input.of))
    if let sources = try await input.sources(of: city) {
      _ = try await mediator.perform(
        DataSource.setLiveSources, LiveSources(city: city.id, sources: sources))
    }
    let status = try await mediator.perform(Realtime.status, CityQuery(city: city.id))
    return CommandResult(status) {
      RealtimeView.document($0, of: city, app: mediator.scheme, at: invocation.now())
    }
  }
}

/// The arguments of the command `city realtime`.
private struct RealtimeArguments: SchemaDescribing {
  let of: CityID?
  let addresses: [String]?
  let header: String?
  let query: String?
  let off: Bool?

  static var fieldDescriptions: FieldDescriptions {
    [
      "of": .init(
        "the id of the city", default: "the current city", valueName: "city", suggestions: .cities),
      "addresses": .init(
        "the addresses of its files in the format GTFS Realtime, or paths of files, in place of "
          + "those that it has"),
      "header": .init(
        "the name of the header field with the key that the addresses want; the key is asked for, "
          + "or read from the standard input", valueName: "name"),
      "query": .init("the same for a key in the query of the addresses", valueName: "name"),
      "off": .flag("forget the addresses, and show the timetable only"),
    ]
  }

  /// The sources to set; nil to leave them as they are.
  func sources(of city: City) async throws -> [LiveSource]? {
    let addresses = addresses ?? []
    if off == true {
      guard addresses.isEmpty, header == nil, query == nil else {
        throw RealtimeError.offWithAddresses
      }
      return []
    }
    guard !addresses.isEmpty else {
      guard header == nil, query == nil else { throw RealtimeError.keyWithoutAddress }
      return nil
    }
    let sources = addresses.map { LiveSource(address: $0) }
    if header != nil || query != nil,
      let plain = sources.first(where: { $0.address.lowercased().hasPrefix("http:") })
    {
      throw RealtimeError.keyWithoutEncryption(plain.shownAddress)
    }
    guard let key = try await key(for: city) else { return sources }
    return sources.map { LiveSource(address: $0.address, key: key) }
  }

  private func key(for city: City) async throws -> LiveSource.Key? {
    let places: [(LiveSource.Key.Place, String?)] = [(.header, header), (.query, query)]
    let named = places.compactMap { place, name in name.map { (place, $0) } }
    guard let (place, name) = named.first else { return nil }
    guard named.count == 1 else { throw RealtimeError.twoKeys }
    let isValid = !name.isEmpty && name.utf8.allSatisfy { (33...126).contains($0) && $0 != 58 }
    guard isValid else { throw RealtimeError.badKeyName(name) }
    let value = try await Secret.read(prompt: "Key for \(city.name) (\(name)): ").text
    guard !value.isEmpty, value.utf8.allSatisfy({ (32...126).contains($0) }) else {
      throw RealtimeError.badKey
    }
    return LiveSource.Key(place, name: name, value: value)
  }
}
