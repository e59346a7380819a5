import DataSourceInterface
import Documents

extension Timetable.Fares {
  /// Amounts in minor units are below this number, so that the sum of a journey's fares cannot
  /// overflow.
  static let largestAmount: UInt64 = 10_000_000_000_000

  /// Whether every index is within bounds.
  func areValid(stops: Int, routes: Int, services: Int) -> Bool {
    guard prices.areValid, prices.count > 0 || !unsupported.isEmpty else { return false }
    switch rules {
    case .byZone(let rules):
      return rules.areValid(fares: prices.count, stops: stops, routes: routes)
    case .byLeg(let rules):
      return rules.areValid(prices: prices.count, routes: routes)
        && rules.areas.areValid(stops: stops)
        && rules.joins.areValid(networks: rules.networks.count, stops: stops)
        && rules.timeframes.areValid(services: services)
    }
  }
}

extension Timetable.Fares.Prices {
  fileprivate var areValid: Bool {
    id.count == count && name.count == count && currency.count == count
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
      && [0, fares].contains(payment.count) && first.count == fares + 1
      && first.areStarts(of: count)
      && origin.count == count && destination.count == count && contains.count == count
      && [0, stops].contains(zone.count) && [0, routes].contains(agencyOfRoute.count)
    return areCounted && transfers.areAll(in: -1..<Int.max) && duration.areAll(in: -1..<Int.max)
      && route.areAll(in: -1..<routes) && origin.areAll(in: zones) && destination.areAll(in: zones)
      && contains.areAll(in: zones) && zone.areAll(in: zones)
  }
}

extension Timetable.Fares.LegRules {
  fileprivate func areValid(prices: Int, routes: Int) -> Bool {
    let (riderRange, mediumRange) = (-1..<Int32(riders.id.count), -1..<Int32(media.id.count))
    let (groupRange, networkRange) = (-2..<Int32(groups.count), -2..<Int32(networks.count))
    let (areaRange, timeRange) = (-2..<Int32(areas.id.count), -1..<Int32(timeframes.groups.count))
    let priceRange = 0..<Int32(prices)
    return riders.name.count == riders.id.count && riders.isDefault.count == riders.id.count
      && media.name.count == media.id.count && media.type.count == media.id.count
      && rider.count == prices && rider.allSatisfy(riderRange.contains)
      && medium.count == prices && medium.allSatisfy(mediumRange.contains)
      && networkOfRoute.count == routes && networkOfRoute.areAll(in: -1..<networks.count)
      && rules.allSatisfy { rule in
        groupRange.contains(rule.group) && networkRange.contains(rule.network)
          && areaRange.contains(rule.fromArea) && areaRange.contains(rule.toArea)
          && timeRange.contains(rule.fromTimes) && timeRange.contains(rule.toTimes)
          && priceRange.contains(rule.product)
      }
      && transfers.allSatisfy { rule in
        groupRange.contains(rule.from) && groupRange.contains(rule.to) && rule.successive >= -1
          && rule.limit >= -1 && (0..<4).contains(rule.limitType) && (0..<3).contains(rule.type)
          && (rule.product == -1 || priceRange.contains(rule.product))
      }
  }
}

extension Timetable.Fares.Areas {
  fileprivate func areValid(stops: Int) -> Bool {
    area.areAll(in: 0..<id.count)
      && (first.isEmpty
        ? area.isEmpty : first.count == stops + 1 && first.areStarts(of: area.count))
  }
}

extension Timetable.Fares.Timeframes {
  fileprivate func areValid(services: Int) -> Bool {
    let (groups, services) = (0..<Int32(groups.count), 0..<Int32(services))
    return times.allSatisfy { groups.contains($0.group) && services.contains($0.service) }
  }
}

extension Column<Timetable.Fares.JoinRule> {
  fileprivate func areValid(networks: Int, stops: Int) -> Bool {
    let (networks, stops) = (0..<Int32(networks), -1..<Int32(stops))
    return allSatisfy { rule in
      networks.contains(rule.fromNetwork) && networks.contains(rule.toNetwork)
        && stops.contains(rule.fromStop) && stops.contains(rule.toStop)
    }
  }
}
