import Console
import DataSourceFixture
import DataSourceInterface
import Documents
import JourneysInterface
import Mediator
import RoutingInterface
import Scenes
import Testing

@testable import Map

/// What the Map scene shows on screens of 40 × 15, 80 × 24 and 120 × 40, without the gutter and the
/// lines of the browser.
@MainActor
@Suite struct MapFrameTests {
  private static let lines = [
    line("1号线", 0xC2_3A30, ["苹果园", "公主坟", "复兴门", "天安门东", "国贸", "四惠东"]),
    line("2号线", 0x00_6098, ["西直门", "复兴门", "前门", "建国门", "东直门", "雍和宫"], isLoop: true),
    line("4号线", 0x00_8E9C, ["安河桥北", "西直门", "宣武门", "北京南站"]),
  ]
  private static let stations = [
    station("苹果园", 39.926, 116.178), station("公主坟", 39.907, 116.310),
    station("复兴门", 39.907, 116.357), station("天安门东", 39.908, 116.401),
    station("国贸", 39.909, 116.461), station("四惠东", 39.908, 116.515),
    station("西直门", 39.940, 116.355), station("前门", 39.900, 116.398),
    station("建国门", 39.908, 116.435), station("东直门", 39.941, 116.434),
    station("雍和宫", 39.949, 116.417), station("安河桥北", 40.012, 116.270),
    station("宣武门", 39.899, 116.374), station("北京南站", 39.864, 116.378),
  ]

  private func scene(_ plan: JourneyPlan? = nil) async throws -> ListScene {
    let fixture = try await MapFixture(Self.lines, Self.stations, plan: plan)
    if let plan {
      fixture.mediator.publish(JourneyPlanned(city: plan.city, from: plan.from, to: plan.to))
      await fixture.mediator.drain()
    }
    let scene = try MapModule.scenes[0].makeScene(fixture.mediator)
    await scene.open()
    return scene
  }

  private func text(_ scene: ListScene, _ columns: Int, _ rows: Int) throws -> String {
    let canvas = try #require(scene.canvas)
    return canvas.lines(on: Page(columns: columns, rows: rows)).joined(separator: "\n")
  }

  @Test(arguments: [(38, 11, frame40), (78, 20, frame80), (118, 36, frame120)])
  func `names in Chinese characters are beside their stations`(
    columns: Int, rows: Int, frame: String
  ) async throws {
    let shown = try await text(scene(), columns, rows)
    #expect(shown == frame)
  }

  /// A journey with three rides.
  private var plan: JourneyPlan {
    let rides = [
      Journey.ride(Self.lines[2], "安河桥北", "西直门"), .ride(Self.lines[1], "西直门", "复兴门"),
      .ride(Self.lines[0], "复兴门", "天安门东", "国贸"),
    ]
    return JourneyPlan(
      city: .builtIn, date: CalendarDate(day: 0),
      from: PointOfInterest(id: "安河桥北", name: "安河桥北"),
      to: PointOfInterest(id: "国贸", name: "国贸"),
      journeys: [
        Journey(
          departure: rides[0].departure, arrival: rides[2].arrival, rides: 3,
          legs: rides.flatMap(\.legs))
      ])
  }

  @Test(arguments: [
    (
      118,
      "[4号线] 10:00–10:10  安河桥北 → 西直门  [2号线] 10:00–10:10  西直门 → 复兴门  "
        + "[1号线] 10:00–10:10  复兴门 → 国贸"
    ),
    (78, "[4号线] 10:00–10:10  [2号线] 10:00–10:10  [1号线] 10:00–10:10"),
    (50, "[4号线] 10:00–10:10  [2号线] 10:00–10:10  +1 more"),
    (38, "[4号线] 10:00–10:10  +2 more"), (24, "3 legs"),
  ])
  func `legs that do not fit below the map are counted`(
    columns: Int, expected: String
  ) async throws {
    let lines = try await text(scene(plan), columns, 20).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[lines.count - 2] == expected)
  }

  @Test(
    arguments: [
      (
        60, 30,
        [
          "[4号线] 10:00–10:10  安河桥北 → 西直门", "[2号线] 10:00–10:10  西直门 → 复兴门",
          "[1号线] 10:00–10:10  复兴门 → 国贸",
        ]
      ),
      (
        60, 12,
        [
          "[4号线] 10:00–10:10  安河桥北 → 西直门",
          "[2号线] 10:00–10:10  西直门 → 复兴门  +1 more",
        ]
      ), (60, 9, ["[4号线] 10:00–10:10  安河桥北 → 西直门  +2 more"]),
      (30, 20, ["[2号线] 10:00–10:10 西直门 →", "        复兴门  +1 more"]),
      (30, 8, ["3 legs"]),
    ] as [(Int, Int, [String])])
  func `legs that do not fit on a page are counted, and never cut`(
    columns: Int, rows: Int, expected: [String]
  ) async throws {
    let fixture = try await MapFixture(Self.lines, Self.stations, plan: plan)
    let result = try await fixture.answer(
      .map, ["from": "安河桥北", "to": "国贸"], isTerminal: true)
    let text = result.text(on: Page(columns: columns, rows: rows)).split(
      separator: "\n", omittingEmptySubsequences: false)
    let last: [String] = text.dropLast().suffix(expected.count).map(String.init)
    #expect(last == expected)
  }
}

private let frame40 = """
          安河桥北
          •⠢⢄
             ⠉⠒⢄⡀        ⣀⣀• 雍和宫
          西直门⠈◉⡖⠒⠉⠉⠉⠉⠉   ⠉• 东直门
    •⠒⠢⠤⣀⡀公主坟 ⠘复兴门     ⢸    四惠东
    苹果园⠉⠒⠢•⠤⠤⠤⠤◆⢼⣤⣔⡒⠒•⣒⣒⠶⠶•⠒⠒•⠒⠒⠒⠒•
             宣武门 • ⠈⠉• 前门  国贸
                     • 北京南站

  [1号线] [2号线] [4号线]
  复兴门 [1号线] [2号线]
  """

private let frame80 = """

        安河桥北 •⠢⢄
                    ⠉⠢⢄⡀
                       ⠈⠒⢄⡀
                          ⠈⠑⠤⣀                         雍和宫
                              ⠑⠢⣀       ⢀⣀⣀⣀⣀⠤⠤⠤⠤⠒⠒⠒⠒⠉⠉•⠒⠤⢄⡀
                           西直门⠉◉⠒⠊⠉⠉⠉⠁                  ⠈• 东直门
    苹果园                        ⡏⢆                        ⡇
    •⠒⠢⢄⣀                         ⡇⠈⢆                       ⡇
         ⠉⠑⠒⠤⢄⡀                   ⢸ ⠈⢆                      ⡇
              ⠈⠉⠒⠢⠤⣀⡀  公主坟     ⢸  ⠈⢆          天安门东   ⡇      国贸   四惠东
                    ⠈⠑⠒•⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤◆⠤⣤⣤⠬⢦⠤⠤⠒⠒⠒⠒⠒⠒⠒•⠒⠒⠒⠒⠒⠒⣒⣒⠮⠝•⠉⠉⠉⠉⠉⠉•⠉⠉⠉⠉⠑⠒⠒⠒⠒•
                               复兴门 ⠉⠉⢗⠒⠒⠤⠤⣀⣀⡀ ⢀⣀⠤⠤⠒⠊⠉    建国门
                                 宣武门 •      ⠈•⠁前门
                                         ⡇
                                         ⡇
                                         • 北京南站

  [1号线] 苹果园 – 四惠东  [2号线] loop from 西直门  [4号线] 安河桥北 – 北京南站
  复兴门 [1号线] [2号线]
  """

private let frame120 = """

               安河桥北 •⠤⡀
                          ⠈⠢⢄
                             ⠑⠤⡀
                               ⠈⠒⢄
                                  ⠑⠢⡀
                                    ⠈⠒⢄
                                       ⠑⠢⡀
                                         ⠈⠒⢄                                      雍和宫
                                            ⠉⠢⡀                           ⣀⣀⣀⡠⠤⠤⠤⠒•⠤⣀
                                              ⠈⠑⢄          ⢀⣀⣀⣀⠤⠤⠤⠤⠒⠒⠒⠊⠉⠉⠉           ⠉⠒⠤⣀
                                           西直门⠉◉⠤⠔⠒⠒⠒⠉⠉⠉⠁                             ⠉• 东直门
                                                  ⢸⢇                                      ⢸
                                                  ⢸⠘⡄                                     ⢸
    苹果园                                        ⢸ ⢱                                     ⢸
    •⠒⠤⣀                                          ⢸  ⢇                                    ⢸
        ⠉⠒⠤⢄⡀                                     ⠸⡀ ⠘⡄                                   ⢸
            ⠈⠑⠢⢄⣀                                  ⡇  ⢱                                   ⢸
                 ⠉⠒⠤⣀                              ⡇   ⢣                                  ⢸
                     ⠉⠒⠢⢄⡀                         ⡇   ⠈⡆                                 ⢸
                         ⠈⠑⠢⠤⣀                     ⡇    ⠸⡀                天安门东        ⢸          国贸         四惠东
                              ⠉⠒⠤⣀                 ⡇     ⣣⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⡠⠤⠤⠤⠤⠤•⠤⠤⠤⠤⠤⠤⠒⠒⠒⠒⠒⠒⠒⠒⣒•⠒⠒⠒⠒⠉⠉⠉⠉⠉⠉•⠉⠉⠉⠑⠒⠒⠒⠒⠒⠒⠒⠢⠤⠤⠤•
                           公主坟 •⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉◆⠛⠛⠭⢍⣉⡈⡆                        ⢀⣀⠤⠔⠊⠉ 建国门
                                                   复兴门⠈⠹⡑⠒⠤⠤⣀⡀             ⢀⣀⠤⠒⠊⠁
                                                           ⢣    ⠈⠉⠑⠒⠢⠤⣀⣀ ⢀⡠⠤⠒⠊⠁
                                                           ⠈• 宣武门    •⠁前门
                                                            ⢣
                                                            ⢸
                                                            ⠈⡆
                                                             ⡇
                                                             ⢱
                                                             ⢸
                                                              • 北京南站

  [1号线] 苹果园 – 四惠东  [2号线] loop from 西直门  [4号线] 安河桥北 – 北京南站
  复兴门 [1号线] [2号线]
  """
