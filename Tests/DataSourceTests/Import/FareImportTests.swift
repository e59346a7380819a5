import DataSourceInterface
import Testing

@testable import DataSource

struct FareImportTests {
  /// The sample feed with zones a at Airport, c at Centre's platforms and d at Docks.
  private let zoned = SampleFeed().with(
    "stops.txt",
    """
    stop_id,stop_name,location_type,parent_station,zone_id
    A,Airport,,,a
    C,Centre,1,,
    C1,Centre,0,C,c
    C2,Centre,0,C,c
    D,Docks,,,d
    """)

  private func report(_ feed: SampleFeed) throws -> (FeedReport.Fares?, [FeedDiagnostic]) {
    let read = feed.feed
    _ = try CompiledCity(read, as: .builtIn, name: "Sample")
    return (read.diagnostics.fares, read.diagnostics.all)
  }

  /// Every fare as a text such as `F 275 EUR 1 3600: 1 a→d c`.
  private func texts(_ feed: SampleFeed) throws -> [String] {
    let timetable = try feed.timetable()
    guard let fares = timetable.fares, case .byZone(let rules) = fares.rules else { return [] }
    return (0..<fares.prices.count).map { fare in
      let prices = fares.prices
      let texts = rules.rules(of: fare).map { rule in
        func zone(_ column: Column<Int32>) -> String {
          column[rule] < 0 ? "*" : rules.zones[Int(column[rule])]
        }
        let route = rules.route[rule] < 0 ? "*" : timetable.routes.id[Int(rules.route[rule])]
        return " \(route) \(zone(rules.origin))→\(zone(rules.destination)) \(zone(rules.contains))"
      }
      return "\(prices.id[fare]) \(prices.amount[fare]) "
        + "\(prices.currencies[Int(prices.currency[fare])]) \(rules.transfers[fare]) "
        + "\(rules.duration[fare]):" + texts.joined(separator: ",")
    }
  }

  private let header = "fare_id,price,currency_type,payment_method,transfers,transfer_duration"

  @Test func `fares and their rules are read, whatever their order`() throws {
    let feed = zoned.with(
      "fare_attributes.txt", "\(header)\nG,300,JPY,0,,\nF,2.75,EUR,0,1,3600"
    ).with(
      "fare_rules.txt",
      """
      fare_id,route_id,origin_id,destination_id,contains_id
      F,1,a,d,c
      F,,c,,
      G,2,,,
      F,,c,,
      """)
    let expected = ["F 275 EUR 1 3600: 1 a→d c, * c→* *", "G 300 JPY -1 -1: 2 *→* *"]
    #expect(try texts(feed) == expected)
    var random = SystemRandomNumberGenerator()
    #expect(try texts(feed.shuffled(&random)) == expected)
    let (fares, _) = try report(feed)
    #expect(fares == FeedReport.Fares(prices: 2, rules: 3, ignored: 1, ignoredFiles: []))
  }

  @Test(arguments: [
    ("0,0", "0 0"), ("1,0", "1 -1"), (",0", "-1 -1"), ("1,60", "1 60"),
  ])
  func `a duration of 0 seconds with changes means that there is no limit`(
    fields: String, limits: String
  ) throws {
    let fare = "\(header)\nF,1,EUR,0,\(fields)"
    #expect(
      try texts(zoned.with("fare_attributes.txt", fare)) == ["F 100 EUR \(limits):"])
  }

  @Test(arguments: [
    ("2.75", "EUR", 275), ("2.7", "EUR", 270), ("3", "EUR", 300), ("0.10", "EUR", 10),
    ("300.00", "JPY", 300), ("1.250", "KWD", 1250), ("0", "EUR", 0),
    ("999999999.99", "EUR", 99_999_999_999),
  ])
  func `a price is exact in minor units`(price: String, currency: String, amount: Int) throws {
    let fare = "\(header)\nF,\(price),\(currency),0,,"
    #expect(
      try texts(zoned.with("fare_attributes.txt", fare)) == ["F \(amount) \(currency) -1 -1:"])
  }

  @Test(arguments: [
    ("2.755", "EUR"), ("300.5", "JPY"), ("1e2", "EUR"), ("-1", "EUR"), ("1.", "EUR"), ("", "EUR"),
    ("\"1,50\"", "EUR"), ("+1", "EUR"), ("1000000000", "EUR"), ("1", "EURO"), ("1", "eur"),
    ("1", ""), ("1", "XXZ"), (".5", "EUR"), ("1.5.0", "EUR"), ("٣", "EUR"),
  ])
  func `a price that cannot be exact is dropped, and no price is known`(
    price: String, currency: String
  ) throws {
    let feed = zoned.with("fare_attributes.txt", "\(header)\nF,\(price),\(currency),0,,")
      .with("fare_rules.txt", "fare_id,origin_id\nF,a")
    let value = currency == "EUR" || currency == "JPY" ? price.replacing("\"", with: "") : currency
    let places = try feed.timetable().fares.map { Array($0.unsupported) }
    #expect(places == ["fare_attributes.txt, line 2: '\(value)'"])
    let (fares, diagnostics) = try report(feed)
    #expect(fares == FeedReport.Fares(prices: 0, rules: 0, ignored: 2, ignoredFiles: []))
    #expect(diagnostics.map(\.file) == ["fare_attributes.txt", "fare_rules.txt"])
    #expect(diagnostics.map(\.remedy) == [.dropped, .dropped])
  }

  @Test(arguments: ["F,X,,,", "F,,x,,", "F,,,x,", "F,,,,x"])
  func `a fare whose rules all are unusable is not one without rules`(rule: String) throws {
    let feed = zoned.with("fare_attributes.txt", "\(header)\nF,1,EUR,0,,\nG,2,EUR,0,,")
      .with("fare_rules.txt", "fare_id,route_id,origin_id,destination_id,contains_id\n\(rule)")
    #expect(try texts(feed) == ["G 200 EUR -1 -1:"])
  }

  @Test func `headers alone and other files mean that no fares are known`() throws {
    let feed = zoned.with("fare_attributes.txt", header)
      .with("fares_rules.txt", "fare_id\nF").with("fare_media.txt", "fare_media_id\nM")
    #expect(try feed.timetable().fares == nil)
    let ignored = ["fare_media.txt", "fares_rules.txt"]
    let (fares, _) = try report(feed)
    #expect(fares == FeedReport.Fares(prices: 0, rules: 0, ignored: 0, ignoredFiles: ignored))
    #expect(try report(zoned).0 == nil)
  }

  @Test func `fares without known fares cost no byte of the city file`() throws {
    let headers = zoned.with("fare_attributes.txt", header)
    let files = try [zoned, headers, SampleFeed()].map {
      CityFile.bytes(try $0.city(), feedChecksum: 7).count
    }
    #expect(files[0] == files[1])
  }

  @Test func `a fare of an agency without lines is ignored, but a feed with no other has fares`()
    throws
  {
    let header = "fare_id,price,currency_type,agency_id"
    let feed = zoned.with("fare_attributes.txt", "\(header)\nF,1,EUR,M\nG,1,EUR,N")
    #expect(try texts(feed) == ["F 100 EUR -1 -1:"])
    let none = try zoned.with("fare_attributes.txt", "\(header)\nG,1,EUR,N").timetable().fares
    #expect(
      none.map { Array($0.unsupported) }
        == ["fare_attributes.txt, no fare of which is for a line and a zone of the feed"])
  }

  @Test func `more fares or rules than expected reject the feed`() throws {
    var limits = FeedLimits()
    (limits.fares, limits.fareRules) = (3, 2)
    let feed = zoned.with("fare_attributes.txt", "\(header)\nF,1,EUR,0,,")
      .with("fare_rules.txt", "fare_id,origin_id\nF,a\nF,c\nF,d")
    #expect(
      throws: FeedRejection(
        "fare_rules.txt lists more than 2 rules; expected the feed of one city")
    ) {
      _ = try CompiledCity(Feed(feed.bytes, limits: limits), as: .builtIn, name: "Sample")
    }
    limits.fares = 0
    #expect(
      throws: FeedRejection(
        "fare_attributes.txt lists more than 0 ids; expected the feed of one city")
    ) {
      _ = try CompiledCity(Feed(feed.bytes, limits: limits), as: .builtIn, name: "Sample")
    }
  }

  private var legs: SampleFeed {
    zoned.with("routes.txt", "route_id,route_short_name,network_id\n1,One,n\n2,Two,")
      .with("rider_categories.txt", "rider_category_id,rider_category_name\nold,Senior\nx,")
      .with(
        "fare_products.txt",
        """
        fare_product_id,fare_product_name,amount,currency,rider_category_id
        one,One way,2.00,USD,
        one,One way,1.00,USD,old
        off,Discount,-0.50,USD,
        """
      ).with("fare_leg_rules.txt", "leg_group_id,network_id,fare_product_id\ng,n,one")
      .with(
        "fare_transfer_rules.txt",
        """
        from_leg_group_id,to_leg_group_id,duration_limit,duration_limit_type,fare_transfer_type,\
        transfer_count,fare_product_id
        g,g,5400,1,0,-1,off
        """)
  }

  @Test func `the files of fares v2 are read, and used rather than those of v1`() throws {
    let feed = legs.with("fare_attributes.txt", "\(header)\nF,1,EUR,0,,")
    let fares = try #require(try feed.timetable().fares)
    guard case .byLeg(let rules) = fares.rules else {
      Issue.record("expected rules of fares v2")
      return
    }
    #expect(Array(fares.prices.id) == ["off", "one", "one"])
    #expect(Array(fares.prices.amount) == [-50, 200, 100] && Array(rules.rider) == [-1, -1, 0])
    #expect(Array(rules.riders.name) == ["Senior", "x"] && Array(rules.networkOfRoute) == [0, -1])
    #expect(rules.rules.map(\.product) == [1, 2] && rules.rules.map(\.group) == [0, 0])
    #expect(
      Array(rules.transfers) == [
        .init(from: 0, to: 0, successive: -1, limit: 5400, limitType: 1, type: 0, product: 0)
      ])
    let (summary, diagnostics) = try report(feed)
    #expect(diagnostics == [])
    #expect(
      summary
        == FeedReport.Fares(
          prices: 3, rules: 3, ignored: 0, ignoredFiles: ["fare_attributes.txt"]))
  }

  @Test func `networks, areas, times, media and joins of fares v2 are read`() throws {
    let feed = zoned.with("networks.txt", "network_id\nm\nn")
      .with("route_networks.txt", "network_id,route_id\nm,1\nn,2")
      .with("areas.txt", "area_id\ncity\nair")
      .with("stop_areas.txt", "area_id,stop_id\nair,A\ncity,C\nair,C2")
      .with(
        "timeframes.txt", "timeframe_group_id,start_time,end_time,service_id\npeak,7:00:00,,all"
      )
      .with("fare_media.txt", "fare_media_id,fare_media_name,fare_media_type\ncash,Cash,0\ncard,,2")
      .with(
        "rider_categories.txt",
        "rider_category_id,rider_category_name,is_default_fare_category\nb,Adult,1\na,Child,0"
      ).with(
        "fare_products.txt",
        """
        fare_product_id,amount,currency,fare_media_id,rider_category_id
        one,2.00,USD,cash,b
        one,1.50,USD,app,a
        """
      ).with(
        "fare_leg_rules.txt",
        """
        network_id,from_area_id,to_area_id,from_timeframe_group_id,fare_product_id,rule_priority
        m,city,,peak,one,3
        """
      ).with(
        "fare_leg_join_rules.txt",
        "from_network_id,to_network_id,from_stop_id,to_stop_id\nm,n,C,C1")
    let timetable = try feed.timetable()
    let fares = try #require(timetable.fares)
    guard case .byLeg(let rules) = fares.rules else {
      Issue.record("expected rules of fares v2")
      return
    }
    #expect(try report(feed).1 == [] && fares.unsupported.isEmpty)
    #expect(Array(rules.networks) == ["m", "n"] && Array(rules.networkOfRoute) == [0, 1])
    #expect(Array(rules.areas.id) == ["air", "city"])
    // A platform has the areas of its station, unless it has some of its own.
    let stops = ["A", "C", "C1", "C2", "D"].map { timetable.stops.id.firstIndex(of: $0) ?? 0 }
    #expect(stops.map { Array(rules.areas.areas(ofStop: $0)) } == [[0], [1], [1], [0], []])
    #expect(
      Array(rules.timeframes.times) == [.init(group: 0, start: 25_200, end: 86_400, service: 0)])
    #expect(Array(rules.media.id) == ["app", "card", "cash"])
    #expect(Array(rules.media.name) == ["", "", "Cash"] && Array(rules.media.type) == [-1, 2, 0])
    #expect(Array(rules.riders.name) == ["Child", "Adult"])
    #expect(Array(rules.riders.isDefault) == [0, 1])
    #expect(Array(fares.prices.amount) == [150, 200] && Array(rules.rider) == [0, 1])
    #expect(Array(rules.medium) == [0, 2])
    let conditions = rules.rules.map { [$0.network, $0.fromArea, $0.toArea, $0.fromTimes] }
    #expect(conditions == [[0, 1, -1, 0], [0, 1, -1, 0]] && rules.rules[0].priority == 3)
    let join = try #require(rules.joins.first)
    #expect([join.fromNetwork, join.toNetwork] == [0, 1])
    #expect([join.fromStop, join.toStop].map { timetable.stops.id[Int($0)] } == ["C", "C1"])
    let bytes = CityFile.bytes(try feed.city(), feedChecksum: 7)
    let read = try #require(CityFile(Buffer(bytes).bytes).decode(as: .builtIn))
    #expect(CityFile.bytes(read, feedChecksum: 7) == bytes)
  }

  @Test(
    arguments: [
      (
        "fare_rules.txt", "fare_id,origin_id,day_type\nF,a,sat", "fare_rules.txt, column 'day_type'"
      ),
      ("fare_rules.txt", "fare_id,origin_id,rule_desc,flag\nF,a,x,0", nil),
      ("fare_capping.txt", "cap\n1", "fare_capping.txt"), ("fare_capping.txt", "cap", nil),
      ("fare_containers.txt", "fare_container_id\n1", nil), ("fares_rules.txt", "fare_id\nF", nil),
    ] as [(String, String, String?)])
  func `a file or column that GTFS does not define makes prices unknown if it has a value`(
    file: String, text: String, part: String?
  ) throws {
    let feed = zoned.with("fare_attributes.txt", "\(header)\nF,1,EUR,0,,").with(file, text)
    #expect(try feed.timetable().fares.map { Array($0.unsupported) } == part.map { [$0] } ?? [])
  }

  @Test(
    arguments: [
      ("networks.txt", "network_id,network_name,zone\nn,x,5", "networks.txt, column 'zone'"),
      ("areas.txt", "area_id,fare_cap\nx,5", "areas.txt, column 'fare_cap'"),
      (
        "routes.txt", "route_id,route_short_name,network_id,fare_class\n1,One,n,5",
        "routes.txt, column 'fare_class'"
      ),
      ("routes.txt", "route_id,route_short_name,network_id,fare_url,branch\n1,One,n,x,5", nil),
      (
        "fare_products.txt", "fare_product_id,amount,currency,rider_category_id\none,1,USD,adult",
        "fare_products.txt, line 2: 'adult', which rider_categories.txt does not define"
      ),
      ("fare_products.txt", "fare_product_id,amount\none,1", "fare_products.txt, line 2: ''"),
      (
        "fare_transfer_rules.txt",
        "from_leg_group_id,to_leg_group_id,transfer_count,duration_limit,fare_transfer_type\n"
          + "g,g,1,600,0", "fare_transfer_rules.txt, line 2: ''"
      ),
      ("timeframes.txt", "timeframe_group_id,service_id\nt,x", "timeframes.txt, line 2: 'x'"),
    ] as [(String, String, String?)])
  func `a part of fares v2 that is not understood makes prices unknown, and is named`(
    file: String, text: String, part: String?
  ) throws {
    let feed = legs.with("fare_transfer_rules.txt", nil).with(file, text)
    #expect(try feed.timetable().fares.map { Array($0.unsupported) } == part.map { [$0] } ?? [])
  }

  @Test func `a row about a line or a service that the feed lacks is not called a trip`() throws {
    let feed = legs.with("route_networks.txt", "network_id,route_id\nn,9")
      .with("timeframes.txt", "timeframe_group_id,service_id\nt,x")
    let problems = try report(feed).1.map { "\($0.file) \($0.problem)" }
    #expect(problems == ["route_networks.txt unknownRoute", "timeframes.txt unsupportedRule"])
  }

  @Test func `media and rider categories of one name are told apart by their ids`() throws {
    let feed = legs.with(
      "fare_media.txt", "fare_media_id,fare_media_name\na,Card\nb,card\nc,A\nd,\ne,App"
    ).with(
      "rider_categories.txt", "rider_category_id,rider_category_name\nold,Reduced\nx,Reduced")
    guard case .byLeg(let rules)? = try feed.timetable().fares?.rules else {
      Issue.record("expected rules of fares v2")
      return
    }
    #expect(Array(rules.media.name) == ["Card (a)", "card (b)", "A (c)", "", "App"])
    #expect(Array(rules.riders.name) == ["Reduced (old)", "Reduced (x)"])
  }

  @Test(.timeLimit(.minutes(1)))
  func `a product with a great number of media is read soon, and too many reject the feed`() throws
  {
    let rows = (0..<50_000).map { "one,2.00,USD,m\($0)" }
    let text = (["fare_product_id,amount,currency,fare_media_id"] + rows).joined(separator: "\n")
    let feed = legs.with("fare_products.txt", text).with("fare_transfer_rules.txt", nil)
    #expect(try feed.timetable().fares?.prices.count == rows.count)
    var limits = FeedLimits()
    (limits.fareRules, limits.fares) = (1000, 60_000)
    #expect(
      throws: FeedRejection(
        "fare_products.txt lists more than 1000 rules; expected the feed of one city")
    ) {
      _ = try CompiledCity(Feed(feed.bytes, limits: limits), as: .builtIn, name: "Sample")
    }
  }

  @Test(arguments: [
    ("networks.txt", "network_id\na\nb\nc\nd\ne", "networks.txt lists more than 4 ids"),
    (
      "attributions.txt", "organization_name\na\nb\nc\nd\ne\nf",
      "attributions.txt lists more than 5 ids"
    ),
  ])
  func `more networks or attributions than expected reject the feed`(
    file: String, text: String, reason: String
  ) throws {
    var limits = FeedLimits()
    (limits.fares, limits.lines) = (4, 5)
    let feed = legs.with(file, text)
    #expect(throws: FeedRejection("\(reason); expected the feed of one city")) {
      _ = try CompiledCity(Feed(feed.bytes, limits: limits), as: .builtIn, name: "Sample")
    }
  }

  @Test func `fares v1 are used where only they are understood`() throws {
    let feed = legs.with("fare_leg_rules.txt", "fare_product_id,max_distance\none,5")
    #expect(try feed.timetable().fares?.unsupported.count == 1)
    let both = feed.with("fare_attributes.txt", "\(header)\nF,1,EUR,0,,")
    #expect(try texts(both) == ["F 100 EUR -1 -1:"])
  }

  @Test func `a fare that contains an unknown zone is not used`() throws {
    let feed = zoned.with("fare_attributes.txt", "\(header)\nF,1,EUR,0,,\nG,1,EUR,0,,").with(
      "fare_rules.txt", "fare_id,route_id,contains_id\nF,1,a\nF,1,x\nF,2,a\nG,2,a")
    #expect(try texts(feed) == ["G 100 EUR -1 -1: 2 *→* a"])
  }

  @Test func `a city with fares of either version is read from its file as it was written`() throws
  {
    let zones = zoned.with("fare_attributes.txt", "\(header)\nF,1,EUR,0,,")
      .with("fare_rules.txt", "fare_id,origin_id\nF,a\nF,c")
    for feed in [zones, legs] {
      let bytes = CityFile.bytes(try feed.city(), feedChecksum: 7)
      let read = try #require(CityFile(Buffer(bytes).bytes).decode(as: .builtIn))
      #expect(read.timetable.fares?.ruleCount == 2 || read.timetable.fares?.ruleCount == 3)
      #expect(CityFile.bytes(read, feedChecksum: 7) == bytes)
    }
  }

  @Test(arguments: [
    ("fare_leg_rules.txt", "fare_product_id,from_area_id\none,a", FeedProblem.unknownFareZone),
    ("fare_leg_rules.txt", "fare_product_id,to_timeframe_group_id\none,t", .unsupportedRule),
    ("fare_leg_rules.txt", "fare_product_id,max_distance\none,5", .unsupportedRule),
    ("fare_leg_join_rules.txt", "from_network_id,to_network_id\nn,m", .unknownFareZone),
    ("route_networks.txt", "network_id,route_id\nn,1\nm,1", .repeatedID),
    (
      "timeframes.txt",
      "timeframe_group_id,start_time,end_time,service_id\nt,22:00:00,02:00:00,all",
      .unreadableRow
    ),
    ("fare_zones.txt", "zone\n1", .unsupportedRule),
    ("fare_leg_rules.txt", "fare_product_id\nnone", .unknownFare),
    ("fare_leg_rules.txt", "fare_product_id\noff", .unknownFare),
    ("fare_leg_rules.txt", "fare_product_id,network_id\none,m", .unknownFareZone),
    ("fare_transfer_rules.txt", "from_leg_group_id\nh", .unknownFare),
    ("fare_transfer_rules.txt", "from_leg_group_id,fare_transfer_type\ng,3", .unreadableRow),
    (
      "fare_products.txt", "fare_product_id,amount,currency,rider_category_id\none,1,USD,y",
      .unsupportedRule
    ),
  ])
  func `a rule that cannot be used is reported`(
    file: String, text: String, problem: FeedProblem
  ) throws {
    let (_, diagnostics) = try report(legs.with(file, text))
    #expect(diagnostics.map(\.problem).contains(problem))
  }
}
