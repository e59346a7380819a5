import Console
import DataSourceInterface
import Documents
import Scenes
import Testing

@testable import Map

/// The built-in city in the Map scene on screens of 40 × 15, 80 × 24 and 120 × 40, without the
/// gutter and the lines of the browser.
@MainActor
@Suite struct PortoFrameTests {
  private func lines(_ page: Page) async throws -> [String] {
    let porto = try PortoFeed()
    let fixture = try await MapFixture(porto.lines, porto.stations)
    let scene = try MapModule.scenes[0].makeScene(fixture.mediator)
    await scene.open()
    return try withExtendedLifetime(fixture) { try #require(scene.canvas).lines(on: page) }
  }

  @Test(arguments: [(38, 11, porto40), (78, 20, porto80), (118, 36, porto120)])
  func `the network with as many names as it has space for`(
    columns: Int, rows: Int, frame: String
  ) async throws {
    let lines = try await lines(Page(columns: columns, rows: rows))
    #expect(lines.joined(separator: "\n") == frame)
  }

  @Test(arguments: [Theme.dark, .light], [ColorDepth.ansi16, .ansi256, .trueColor])
  func `in colours, it is the same picture, and no two lines have the same colour`(
    theme: Theme, depth: ColorDepth
  ) async throws {
    let porto = try PortoFeed()
    let page = Page(columns: 38, rows: 11, colors: depth, theme: theme)
    let lines = try await lines(page)
    let plain = lines.map { $0.replacing(/\u{1B}\[[0-9;]*m/, with: "") }
    let frame = porto40.split(separator: "\n", omittingEmptySubsequences: false)
    let picture: [String] = frame.dropLast(2).map(String.init)
    #expect(Array(plain.dropLast(2)) == picture)
    let badges = " A   B   Bx   C   D   E   F "
    #expect(plain.suffix(2) == [badges, "Trindade " + badges])
    let network = TrackNetwork(porto.lines, porto.stations)
    let colors = page.distinct(network.colors, from: [.warning, .faint])
    let texts = colors.map { page.paint("x", .color($0)) }
    #expect(colors.count == 6 && Set(texts).count == 6 && !texts.contains("x"))
  }

  @Test(arguments: [(17, 20), (38, 4)])
  func `below 20 columns or 8 rows, a sentence says what a map needs`(
    columns: Int, rows: Int
  ) async throws {
    let lines = try await lines(Page(columns: columns, rows: rows))
    #expect(
      lines.joined(separator: " ")
        == "The picture needs a window of at least 20 columns and 8 rows.")
  }
}

private let porto40 = """
              Póvoa de Varzim
              •⠲⡄
                ⠑⠦⡀   • ISMAI
            Verdes⠨◉ ⣰⠎
                   ◉⠎Fonte do Cuco
                 •⠒◉⢣⡀ •⡀⢠⠖• Fânzeres
              Trindade⠒◆⢥◉ Campanhã
                       ⠹• Vila d'Este

  [A] [B] [Bx] [C] [D] [E] [F]
  Trindade [A] [B] [Bx] [C] [D] [E] [F]
  """

private let porto80 = """

          Póvoa de Varzim •⠤⡀
                            ⠈⢆
                              ⢇
                               ⠑⢄⡀
                                 ⠈⠑⢄        ⣀• ISMAI
                              Verdes⠑◉    ⠸⡉
                          Aeroporto •⠁⢇  ⣀⠤⠊
                                      ⡜⢠⠊
                                      ◉⠁Fonte do Cuco
            Senhor de Matosinhos •   ⡸◉⡀       •      ⣀⡄
                                 ⠈⠉⠉⠉  ⠑⢄      ⢇    ⡤⠜ • Fânzeres
                                        ⠈⠢⣀    ⢀⠇  ⢸
                                          ⠈⠙⠒⠤◆⠁  ◉⠁Campanhã
                                       Trindade⠉⠉⠋⠁
                                              ⠈⡆
                                              ⠈⠑⠒⠤• Vila d'Este

  [A] [B] [Bx] [C] [D] [E] [F]
  Trindade [A] [B] [Bx] [C] [D] [E] [F]
  """

private let porto120 = """

               Póvoa de Varzim •⢄• Portas Fronhas
                     Alto de Pega⠈•• Vila do Conde
                                   ⠈⠢⡀
                               Árvore⠈•• Varziela
                                       • Espaço Natureza
                                        ⠣⣀
              VC Fashion Outlet I Modivas •• Modivas Centro
                                            •⣀Modivas Sul
                                              ⠑⠤• Vilar do Pinheiro  • ISMAI
                                                ⠈⠑⢄⡀              ⢀⡠•⠁Castêlo da Maia
                                                   ⠈⠢⡀   Mandim •⠊⠁
                                       Pedras Rubras •◉ Verdes  ⠘⢄
                                         Aeroporto •⠉⠉ • Crestins⡨⠂
                                                       ⠸⡀    ⡤⠒⠊⠁
                                               Esposade⢀•  ⡠⠊
                                                       ⢸  • Pias
                                              Custóias •⢀⠜
                                                       ◉⠊Fonte do Cuco
                         Senhor de Matosinhos⣀•      ⢀⠖⠼◉ Senhora da Hora Hospital São João
                                      Estádio do Mar⢀•  ⠱⡀           IPO ••            ⡠⠔⠚⡄
                                              ⠉⠉⠉⠒⠒⠊•    ⠘• Viso         ⠘⡄ Rio Tinto •⠁  • Carreira
                                        Pedro Hispano      ⠑• Ramalde     ⠣⡀       ⡔⠒⠉⠁   • Venda Nova
                                                            ⠘⢄        Combatentes ⡸       • Fânzeres
                                                      Francos •⢄     Lapa ⡠•     ⢠• Contumil
                                                                ⠉⠒•⢄⣀• ⢀⠤⠊       ◉ Estádio do Dragão
                                                 Carolina Michaelis  ⠈⠒◆⣀Trindade
                                                             São Bento •⠈⠉⠉⠒⠒⠤⠔⠊◉ Campanhã
                                                                       ⠘• Jardim do Morro
                                                         General Torres •• Câmara Gaia
                                                            João de Deus • D. João II
                                                                        ⠐⠣⢄⣀⣀
                                                        Hospital Santos Silva⠉•• Vila d'Este

  [A] [B] [Bx] [C] [D] [E] [F]
  Trindade [A] [B] [Bx] [C] [D] [E] [F]
  """
