import DataSourceInterface

extension Timetable.Fares {
  /// Amounts in minor units are below this number, so that the sum of a journey's fares cannot
  /// overflow.
  static let largestAmount: UInt64 = 10_000_000_000_000

  /// Whether every index is within bounds.
  func areValid(stops: Int, routes: Int) -> Bool {
    guard prices.areValid else { return false }
    switch rules {
    case .byZone(let rules):
      return rules.areValid(fares: prices.count, stops: stops, routes: routes)
    case .byLeg(let rules): return rules.areValid(prices: prices.count, routes: routes)
    }
  }
}

extension Timetable.Fares.Prices {
  fileprivate var areValid: Bool {
    count > 0 && id.count == count && name.count == count && currency.count == count
      && currency.areAll(in: 0..<currencies.count)
      && currencies.allSatisfy { Currency($0) != nil }
      && amount.allSatisfy { $0.magnitude < Timetable.Fares.largestAmount }
  }
}

extension Timetable.Fares.ZoneRules {
  fileprivate func areValid(fares: Int, stops: Int, routes: Int) -> Bool {
    let zones = -1..<zones.count
    let areCounted =
      transfers.count == fares && duration.count == fares && agency.count == fares
      && first.count == fares + 1 && first.areStarts(of: count)
      && origin.count == count && destination.count == count && contains.count == count
      && [0, stops].contains(zone.count) && [0, routes].contains(agencyOfRoute.count)
    return areCounted && transfers.areAll(in: -1..<Int.max) && duration.areAll(in: -1..<Int.max)
      && route.areAll(in: -1..<routes) && origin.areAll(in: zones) && destination.areAll(in: zones)
      && contains.areAll(in: zones) && zone.areAll(in: zones)
  }
}

extension Timetable.Fares.LegRules {
  fileprivate func areValid(prices: Int, routes: Int) -> Bool {
    let count = product.count
    let (riders, groups, networks) = (riderID.count, groups.count, networks.count)
    return riderName.count == riders && rider.count == prices && rider.areAll(in: -1..<riders)
      && group.count == count && group.areAll(in: -1..<groups)
      && network.count == count && network.areAll(in: -2..<networks)
      && priority.count == count && product.areAll(in: 0..<prices)
      && networkOfRoute.count == routes && networkOfRoute.areAll(in: -1..<networks)
      && transfers.areValid(groups: groups, prices: prices)
  }
}

extension Timetable.Fares.TransferRules {
  fileprivate func areValid(groups: Int, prices: Int) -> Bool {
    [to, successive, limit, limitType, type, product].allSatisfy { $0.count == count }
      && from.areAll(in: -2..<groups) && to.areAll(in: -2..<groups)
      && successive.areAll(in: -1..<Int.max) && limit.areAll(in: -1..<Int.max)
      && limitType.areAll(in: 0..<4) && type.areAll(in: 0..<3) && product.areAll(in: -1..<prices)
  }
}
