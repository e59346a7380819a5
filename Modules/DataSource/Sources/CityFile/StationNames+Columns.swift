import DataSourceInterface

extension StationNames {
  init?(from reader: inout SectionReader) {
    guard let firstOther = reader.column(of: Int32.self), let other = reader.texts(),
      let firstKey = reader.column(of: Int32.self), let kind = reader.column(of: UInt8.self),
      let key = reader.texts(), let rank = reader.column(of: Int32.self)
    else { return nil }
    self.init(
      firstOther: firstOther, other: other, firstKey: firstKey, kind: kind, key: key, rank: rank)
  }
}

extension StopFacts {
  init?(from reader: inout SectionReader) {
    guard let platform = reader.texts(), let access = reader.column(of: UInt8.self) else {
      return nil
    }
    self.init(platform: platform, access: access)
  }
}

extension Entrances {
  init?(from reader: inout SectionReader) {
    guard let first = reader.column(of: Int32.self), let id = reader.texts(),
      let name = reader.texts(), let latitude = reader.column(of: Double.self),
      let longitude = reader.column(of: Double.self)
    else { return nil }
    self.init(first: first, id: id, name: name, latitude: latitude, longitude: longitude)
  }
}

extension RouteFacts {
  init?(from reader: inout SectionReader) {
    guard let longName = reader.texts(), let type = reader.column(of: Int32.self) else {
      return nil
    }
    self.init(longName: longName, type: type)
  }
}

extension StationRoutes {
  init?(from reader: inout SectionReader) {
    guard let first = reader.column(of: Int32.self), let route = reader.column(of: Int32.self)
    else { return nil }
    self.init(first: first, route: route)
  }
}
