/// The agency of a feed: the one that runs most of its lines, the first id among equals.
struct AgencyImport {
  let name: String
  let timeZone: String

  init(_ feed: Feed, linesByAgency: [String: Int]) throws(Refusal) {
    var agencies: [(id: String, name: String, timeZone: String)] = []
    if let table = try feed.table("agency.txt") {
      let (id, name) = (table.column("agency_id"), table.column("agency_name"))
      let zone = table.column("agency_timezone")
      table.forEachRow { row in
        agencies.append((row[id].text, row[name].text, row[zone].text))
      }
    }
    let largest = agencies.min { first, second in
      let (lines, others) = (linesByAgency[first.id] ?? 0, linesByAgency[second.id] ?? 0)
      return lines == others ? first.id < second.id : lines > others
    }
    name = largest?.name ?? ""
    timeZone =
      [largest?.timeZone ?? "", agencies.map(\.timeZone).max() ?? ""]
      .first { !$0.isEmpty } ?? "UTC"
  }
}
