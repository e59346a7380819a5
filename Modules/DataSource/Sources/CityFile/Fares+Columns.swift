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
    switch rules {
    case .byZone(let rules): rules.encode(to: &writer)
    case .byLeg(let rules): rules.encode(to: &writer)
    }
  }

  init?(from reader: inout ColumnReader) {
    guard let form = reader.column(of: UInt8.self).flatMap({ $0.first.flatMap(Form.init) }),
      let id = reader.texts(), let name = reader.texts(),
      let amount = reader.column(of: Int64.self), let currency = reader.column(of: Int32.self),
      let currencies = reader.texts()
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
      rules: rules)
  }
}

extension Timetable.Fares.ZoneRules {
  fileprivate func encode(to writer: inout ColumnWriter) {
    let columns = [
      transfers, duration, agency, first, route, origin, destination, contains, zone,
      agencyOfRoute,
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
      let agencyOfRoute = reader.column(of: Int32.self), let zones = reader.texts()
    else { return nil }
    self.init(
      transfers: transfers, duration: duration, agency: agency, first: first, route: route,
      origin: origin, destination: destination, contains: contains, zones: zones, zone: zone,
      agencyOfRoute: agencyOfRoute)
  }
}

extension Timetable.Fares.LegRules {
  fileprivate func encode(to writer: inout ColumnWriter) {
    for texts in [riderID, riderName, groups, networks] { writer.add(texts) }
    let columns = [
      rider, group, network, product, priority, networkOfRoute, transfers.from, transfers.to,
      transfers.successive, transfers.limit, transfers.limitType, transfers.type,
      transfers.product,
    ]
    for column in columns { writer.add(column) }
  }

  fileprivate init?(from reader: inout ColumnReader) {
    guard let riderID = reader.texts(), let riderName = reader.texts(),
      let groups = reader.texts(), let networks = reader.texts(),
      let rider = reader.column(of: Int32.self), let group = reader.column(of: Int32.self),
      let network = reader.column(of: Int32.self), let product = reader.column(of: Int32.self),
      let priority = reader.column(of: Int32.self),
      let networkOfRoute = reader.column(of: Int32.self),
      let from = reader.column(of: Int32.self), let to = reader.column(of: Int32.self),
      let successive = reader.column(of: Int32.self), let limit = reader.column(of: Int32.self),
      let limitType = reader.column(of: Int32.self), let type = reader.column(of: Int32.self),
      let changeProduct = reader.column(of: Int32.self)
    else { return nil }
    self.init(
      riderID: riderID, riderName: riderName, rider: rider, groups: groups, group: group,
      network: network, product: product, priority: priority, networks: networks,
      networkOfRoute: networkOfRoute,
      transfers: Timetable.Fares.TransferRules(
        from: from, to: to, successive: successive, limit: limit, limitType: limitType,
        type: type, product: changeProduct))
  }
}
