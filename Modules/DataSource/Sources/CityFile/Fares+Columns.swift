import DataSourceInterface

// The columns of fares in a city file, after all others. If you change their order, increase
// `CityFile.version`.

extension Timetable.Fares {
  /// The first column: the version of GTFS fares.
  private enum Form: UInt8 {
    case byZone = 1
    case byLeg = 2
  }

  func encode(to writer: inout ColumnWriter) {
    let form: Form =
      switch rules {
      case .byZone: .byZone
      case .byLeg: .byLeg
      }
    writer.add(Column([form.rawValue]))
    writer.add(prices.id)
    writer.add(prices.name)
    writer.add(prices.amount)
    writer.add(prices.currency)
    writer.add(prices.currencies)
    writer.add(unsupported)
    switch rules {
    case .byZone(let rules): rules.encode(to: &writer)
    case .byLeg(let rules): rules.encode(to: &writer)
    }
  }

  init?(from reader: inout ColumnReader) {
    guard let form = reader.column(of: UInt8.self).flatMap({ $0.first.flatMap(Form.init) }),
      let id = reader.texts(), let name = reader.texts(),
      let amount = reader.column(of: Int64.self), let currency = reader.column(of: Int32.self),
      let currencies = reader.texts(), let unsupported = reader.texts()
    else { return nil }
    let rules: Rules? =
      switch form {
      case .byZone: ZoneRules(from: &reader).map { .byZone($0) }
      case .byLeg: LegRules(from: &reader).map { .byLeg($0) }
      }
    guard let rules else { return nil }
    self.init(
      prices: Prices(
        id: id, name: name, amount: amount, currency: currency, currencies: currencies),
      rules: rules, unsupported: unsupported)
  }
}

extension Timetable.Fares.ZoneRules {
  fileprivate func encode(to writer: inout ColumnWriter) {
    let columns = [
      transfers, duration, agency, first, route, origin, destination, contains, zone,
      agencyOfRoute, payment,
    ]
    for column in columns { writer.add(column) }
    writer.add(zones)
  }

  fileprivate init?(from reader: inout ColumnReader) {
    guard let transfers = reader.column(of: Int32.self),
      let duration = reader.column(of: Int32.self), let agency = reader.column(of: Int32.self),
      let first = reader.column(of: Int32.self), let route = reader.column(of: Int32.self),
      let origin = reader.column(of: Int32.self),
      let destination = reader.column(of: Int32.self),
      let contains = reader.column(of: Int32.self), let zone = reader.column(of: Int32.self),
      let agencyOfRoute = reader.column(of: Int32.self),
      let payment = reader.column(of: Int32.self), let zones = reader.texts()
    else { return nil }
    self.init(
      transfers: transfers, duration: duration, agency: agency, first: first, route: route,
      origin: origin, destination: destination, contains: contains, zones: zones, zone: zone,
      agencyOfRoute: agencyOfRoute, payment: payment)
  }
}

extension Timetable.Fares.LegRules {
  fileprivate func encode(to writer: inout ColumnWriter) {
    for texts in [
      riders.id, riders.name, media.id, media.name, groups, networks, areas.id, timeframes.groups,
    ] {
      writer.add(texts)
    }
    writer.add(riders.isDefault)
    for column in [media.type, rider, medium, networkOfRoute, areas.first, areas.area] {
      writer.add(column)
    }
    writer.add(rules)
    writer.add(timeframes.times)
    writer.add(joins)
    writer.add(transfers)
  }

  fileprivate init?(from reader: inout ColumnReader) {
    typealias Fares = Timetable.Fares
    guard let riderID = reader.texts(), let riderName = reader.texts(),
      let mediumID = reader.texts(), let mediumName = reader.texts(),
      let groups = reader.texts(), let networks = reader.texts(), let areaID = reader.texts(),
      let timeGroups = reader.texts(), let isDefault = reader.column(of: UInt8.self),
      let mediumType = reader.column(of: Int32.self),
      let rider = reader.column(of: Int32.self), let medium = reader.column(of: Int32.self),
      let networkOfRoute = reader.column(of: Int32.self),
      let firstArea = reader.column(of: Int32.self), let area = reader.column(of: Int32.self),
      let rules = reader.column(of: Fares.LegRule.self),
      let times = reader.column(of: Fares.Timeframes.Timeframe.self),
      let joins = reader.column(of: Fares.JoinRule.self),
      let transfers = reader.column(of: Fares.TransferRule.self)
    else { return nil }
    self.init(
      riders: Fares.Riders(id: riderID, name: riderName, isDefault: isDefault),
      media: Fares.Media(id: mediumID, name: mediumName, type: mediumType), rider: rider,
      medium: medium, groups: groups, rules: rules, networks: networks,
      networkOfRoute: networkOfRoute,
      areas: Fares.Areas(id: areaID, first: firstArea, area: area),
      timeframes: Fares.Timeframes(groups: timeGroups, times: times), joins: joins,
      transfers: transfers)
  }
}
