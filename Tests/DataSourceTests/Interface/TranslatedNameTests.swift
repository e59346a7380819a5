import DataSourceInterface
import Foundation
import Mediator
import Testing

struct TranslatedNameTests {
  private let names = ["zh-Hant": "台北車站", "en": "Taipei Main Station"]

  @Test(
    arguments: [
      (nil, "台北車站", "台北車站"), ("en-GB", "Taipei Main Station", "Taipei Main Station 台北車站"),
      ("zh-TW", "台北車站", "台北車站"), ("fr", "台北車站", "台北車站"),
    ] as [(String?, String, String)])
  func `the local name is beside the one in the language of the person, if they differ`(
    tag: String?, shown: String, withLocal: String
  ) {
    Language.$current.withValue(tag.flatMap { Language($0) }) {
      let name = TranslatedName("台北車站", names)
      #expect(name.shown == shown && "\(name)" == shown && name.shownWithLocal == withLocal)
    }
  }

  @Test func `a translation that differs only in accents stands alone`() {
    Language.$current.withValue(Language("en")) {
      #expect(TranslatedName("São Bento", ["en": "Sao Bento"]).shownWithLocal == "Sao Bento")
    }
  }

  @Test func `in JSON, the name is the local one, with the others beside it`() throws {
    let stop = StopReference(id: "R10", name: TranslatedName("台北車站", names), platform: "2")
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    try Language.$current.withValue(Language("en")) {
      let json = try encoder.encode(stop)
      #expect(
        String(decoding: json, as: UTF8.self) == """
          {"id":"R10","name":"台北車站","names":{"en":"Taipei Main Station","zh-Hant":"台北車站"},\
          "platform":"2"}
          """)
      #expect(try JSONDecoder().decode(StopReference.self, from: json) == stop)
    }
    let plain = try encoder.encode(StopReference(id: "A", name: "Airport"))
    #expect(String(decoding: plain, as: UTF8.self) == #"{"id":"A","name":"Airport"}"#)
  }
}
