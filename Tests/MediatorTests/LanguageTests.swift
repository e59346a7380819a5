import Mediator
import Testing

struct LanguageTests {
  @Test(
    arguments: [
      ("en", "en"), ("PT_br", "pt-BR"), ("zh-hANT-tw", "zh-Hant-TW"), ("es-419", "es-419"),
      ("ja-Hrkt", "ja-Hrkt"), ("de-CH-1996", "de-CH-1996"), ("mul", "mul"), ("", nil), ("e", nil),
      ("english language", nil), ("pt-", nil), ("中文", nil), ("123", nil), ("en--US", nil),
    ] as [(String, String?)])
  func `a language is a tag, whose capitals do not count`(tag: String, description: String?) {
    #expect(Language(tag)?.description == description)
  }

  @Test(
    arguments: [
      ("pt_BR.UTF-8", "pt-BR"), ("de_DE@euro", "de-DE"), ("C", nil), ("C.UTF-8", nil),
      ("POSIX", nil), ("", nil), ("zh_TW", "zh-TW"),
    ] as [(String, String?)])
  func `a locale names a language, unless it is that of POSIX`(locale: String, tag: String?) {
    #expect(Language(locale: locale)?.description == tag)
  }

  @Test(
    arguments: [
      ("pt-BR", ["en", "pt", "pt-PT"], "pt"), ("pt-BR", ["pt-PT", "pt-BR", "pt"], "pt-BR"),
      ("pt", ["pt-PT", "pt-BR"], "pt-BR"), ("zh-TW", ["zh-Hans", "zh-Hant"], "zh-Hant"),
      ("zh_CN", ["zh-Hant", "zh"], "zh"), ("zh", ["zh-Hant", "zh-Hans"], "zh-Hans"),
      ("zh-Hant-HK", ["zh-TW", "zh-CN"], "zh-TW"), ("ZH-hk", ["zh"], "zh"),
      ("ja", ["ja-Hrkt", "ja"], "ja"), ("de", ["en", "fr", "und", "mul"], nil), ("en", [], nil),
      ("en", ["english", "EN-us"], "EN-us"),
    ] as [(String, [String], String?)])
  func `the tag with the same script and region suits best, then one without a region`(
    language: String, tags: [String], chosen: String?
  ) {
    #expect(Language(language)?.choose(from: tags) == chosen)
    #expect(Language(language)?.choose(from: tags.reversed()) == chosen)
  }
}
