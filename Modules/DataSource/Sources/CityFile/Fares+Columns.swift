import DataSourceInterface

// The columns of fares in a city file, after all others. If you change their order, increase
// `CityFile.version`.

extension Timetable.Fares: ColumnCodable {
  /// The first column: the version of GTFS fares.
  private enum Form: UInt8 {
    case byZone = 1
    case byLeg = 2
  }

  func add(to writer: inout ColumnWriter) {
    let form: Form =
      switch rules {
      case .byZone: .byZone
      case .byLeg: .byLeg
      }
    writer.add(Column([form.rawValue]), prices, unsupported)
    switch rules {
    case .byZone(let rules): writer.add(rules)
    case .byLeg(let rules): writer.add(rules)
    }
  }

  init(from reader: inout ColumnReader) throws(ColumnError) {
    let form: Column<UInt8> = try reader.next()
    let (prices, unsupported): (Prices, TextColumn) = try (reader.next(), reader.next())
    let rules: Rules =
      switch form.first.flatMap(Form.init) {
      case .byZone?: .byZone(try reader.next())
      case .byLeg?: .byLeg(try reader.next())
      case nil: throw ColumnError()
      }
    self.init(prices: prices, rules: rules, unsupported: unsupported)
  }
}

extension Timetable.Fares.Prices: ColumnCodable {
  func add(to writer: inout ColumnWriter) { writer.add(id, name, amount, currency, currencies) }

  init(from reader: inout ColumnReader) throws(ColumnError) {
    try self.init(
      id: reader.next(), name: reader.next(), amount: reader.next(), currency: reader.next(),
      currencies: reader.next())
  }
}

extension Timetable.Fares.ZoneRules: ColumnCodable {
  func add(to writer: inout ColumnWriter) {
    writer.add(
      transfers, duration, agency, first, route, origin, destination, contains, zone,
      agencyOfRoute, payment, zones)
  }

  init(from reader: inout ColumnReader) throws(ColumnError) {
    try self.init(
      transfers: reader.next(), duration: reader.next(), agency: reader.next(),
      first: reader.next(), route: reader.next(), origin: reader.next(),
      destination: reader.next(), contains: reader.next(), zone: reader.next(),
      agencyOfRoute: reader.next(), payment: reader.next(), zones: reader.next())
  }
}

extension Timetable.Fares.LegRules: ColumnCodable {
  func add(to writer: inout ColumnWriter) {
    writer.add(
      riders.id, riders.name, media.id, media.name, groups, networks, areas.id, timeframes.groups,
      riders.isDefault, media.type, rider, medium, networkOfRoute, areas.first, areas.area, rules,
      timeframes.times, joins, transfers)
  }

  init(from reader: inout ColumnReader) throws(ColumnError) {
    let (riderID, riderName): (TextColumn, TextColumn) = try (reader.next(), reader.next())
    let (mediumID, mediumName): (TextColumn, TextColumn) = try (reader.next(), reader.next())
    let (groups, networks): (TextColumn, TextColumn) = try (reader.next(), reader.next())
    let (areaID, timeGroups): (TextColumn, TextColumn) = try (reader.next(), reader.next())
    let riders = try Timetable.Fares.Riders(
      id: riderID, name: riderName, isDefault: reader.next())
    let media = try Timetable.Fares.Media(id: mediumID, name: mediumName, type: reader.next())
    let (rider, medium): (Column<Int32>, Column<Int32>) = try (reader.next(), reader.next())
    let networkOfRoute: Column<Int32> = try reader.next()
    let areas = try Timetable.Fares.Areas(
      id: areaID, first: reader.next(), area: reader.next())
    let rules: Column<Timetable.Fares.LegRule> = try reader.next()
    try self.init(
      riders: riders, media: media, rider: rider, medium: medium, groups: groups, rules: rules,
      networks: networks, networkOfRoute: networkOfRoute, areas: areas,
      timeframes: Timetable.Fares.Timeframes(groups: timeGroups, times: reader.next()),
      joins: reader.next(), transfers: reader.next())
  }
}
