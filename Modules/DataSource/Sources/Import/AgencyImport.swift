import DataSourceInterface
import Foundation

/// The agency of a feed: the one that runs most of its lines, the first id among equals.
struct AgencyImport {
  let name: String
  let timeZone: String

  init(_ feed: Feed, linesByAgency: [String: Int]) throws(Refusal) {
    var agencies: [(id: String, name: String, timeZone: String)] = []
    if let table = try feed.table("agency.txt") {
      let (id, name) = (table.column("agency_id"), table.column("agency_name"))
      let zone = table.column("agency_timezone")
      var ids: Set<String> = []
      try table.forEachRow { row in
        guard ids.insert(row[id].text).inserted else {
          return table.found(.repeatedID, at: row, row[id])
        }
        agencies.append((row[id].text, row[name].text, row[zone].text))
      }
    }
    let largest = agencies.min { first, second in
      let (lines, others) = (linesByAgency[first.id] ?? 0, linesByAgency[second.id] ?? 0)
      return lines == others ? first.id < second.id : lines > others
    }
    name = largest?.name ?? ""
    let zones = [largest?.timeZone ?? "", agencies.map(\.timeZone).max() ?? ""]
    let zone = zones.first { TimeZone(identifier: $0) != nil }
    if zone == nil { feed.findings.file("agency.txt").add(.unknownZone, zones[0]) }
    timeZone = zone ?? "UTC"
  }
}
