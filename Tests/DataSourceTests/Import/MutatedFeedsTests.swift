import DataSourceInterface
import TestSupport
import Testing

@testable import DataSource

/// Randomly damaged feeds: each is rejected, or compiled to a valid city.
struct MutatedFeedsTests {
  private static let whole = SampleFeed()
    .with("frequencies.txt", "trip_id,start_time,end_time,headway_secs\nt2,6:00:00,7:00:00,600")
    .with("transfers.txt", "from_stop_id,to_stop_id,transfer_type,min_transfer_time\nC1,C2,2,60")
    .with("calendar_dates.txt", "service_id,date,exception_type\nall,20261225,2")
    .with("pathways.txt", "from_stop_id,to_stop_id,pathway_mode\nC1,C2,5")
    .with(
      "translations.txt",
      "table_name,field_name,language,translation,record_id\nstops,stop_name,en,Airfield,A"
    )
    .with("fare_attributes.txt", "fare_id,price,currency_type,transfers\nF,1.20,EUR,1\nG,2,EUR,")
    .with("fare_rules.txt", "fare_id,route_id\nF,1\nF,2")

  private let mutants = TestOptions.isThorough ? 400 : 80

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `files with changed, lost and repeated parts are rejected or give a valid city`(seed: UInt64)
    throws
  {
    var random = SplitMix64(seed: seed)
    var compiled = 0
    for _ in 0..<mutants {
      let files = Self.whole.bytes.mapValues { bytes in
        Int.random(in: 0..<3, using: &random) == 0 ? mutated(bytes, &random) : bytes
      }
      guard let city = try? CompiledCity(Feed(files), as: .builtIn, name: "Mutant") else {
        continue
      }
      compiled += 1
      #expect(city.timetable.isValid && city.isValid, "seed \(seed)")
    }
    #expect(compiled > mutants / 4, "seed \(seed)")
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `archives with changed, lost and repeated parts are rejected or give a valid city`(
    seed: UInt64
  ) throws {
    var random = SplitMix64(seed: seed)
    let zip = Self.whole.zip
    for _ in 0..<mutants {
      let bytes = mutated(zip, &random)
      guard let feed = try? Feed(Archive(Buffer(bytes).bytes)),
        let city = try? CompiledCity(feed, as: .builtIn, name: "Mutant")
      else { continue }
      #expect(city.timetable.isValid && city.isValid, "seed \(seed)")
    }
  }

  private func mutated(_ bytes: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &random) where bytes.count > 8 {
      let start = Int.random(in: 0..<bytes.count - 8, using: &random)
      let piece = start..<start + Int.random(in: 1...8, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes[start] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes[start] = Array("0129,:\"\r\n-".utf8).randomElement(using: &random) ?? 0
      case 2: bytes.removeSubrange(piece)
      case 3: bytes.insert(contentsOf: bytes[piece], at: start)
      default:
        let other = Int.random(in: 0..<bytes.count, using: &random)
        bytes.insert(contentsOf: bytes[piece], at: other)
      }
    }
    return bytes
  }
}
