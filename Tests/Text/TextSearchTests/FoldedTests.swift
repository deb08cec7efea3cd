import Testing
import TextSearch

/// Tests of folding in many scripts.
struct FoldedTests {
  @Test(arguments: [
    ("", ""),
    ("plain text, 1–2", "plain text, 1-2"),
    ("PLAIN Text [@`{]", "plain text [@`{]"),
    ("Bánh mì", "banh mi"),
    ("Ðường Nguyễn Huệ, Đà Nẵng", "duong nguyen hue, da nang"),
    ("Ærøskøbing, Łódź, Þór, Ħamrun", "aeroskobing, lodz, thor, hamrun"),
    ("STRASSE Straße STRAẞE", "strasse strasse strasse"),
    ("Œuvre cœur ĳ ﬁn ﬃ ſ", "oeuvre coeur ij fin ffi s"),
    ("İstanbul ISPARTA ılık", "istanbul isparta ilik"),
    ("ΟΔΥΣΣΕΥΣ Ὀδυσσεύς", "οδυσσευσ οδυσσευσ"),
    ("ᾳ ᾈ ΐ ϐ µ Ω", "α α ι β μ ω"),
    ("Ёлка, ВОЙНА и война, ѝ", "елка, война и война, и"),
    ("ᲀ", "в"),
    ("Ｆｕｌｌ　ｗｉｄｔｈ！", "full width!"),
    ("x² ½ ℃ № … ①", "x2 1/2 °c no ... 1"),
    ("don’t “say” „so“ — a‐b", "don't \"say\" \"so\" - a-b"),
    ("soft\u{AD}hy\u{200B}phen \u{FEFF}a\u{2060}b", "softhyphen ab"),
    ("❤️ 👨‍👩‍👧 1️⃣", "❤ 👨👩👧 1"),
    ("´ ¨ a ゛", "´ ¨ a ゛"),
    ("ՀԱՅ և", "հայ եւ"), ("ᲐᲑ Ⴀ Ꭰ", "აბ ⴀ ꭰ"),
    ("𝐁old 𝔄 Ⅷ", "bold a viii"),
    ("≠", "="),
  ])
  func `case, accents and compatibility forms are folded`(text: String, folded: String) {
    #expect(scalars(TextSearch.folded(text)) == scalars(folded))
  }

  @Test(arguments: [
    ("हिन्दी क़लम", "हिन्दी क\u{93C}लम"),
    ("ภาษาไทย ที่", "ภาษาไทย ที่"),
    ("한국어", "한국어"), ("\u{1112}\u{1161}\u{11AB}\u{1100}\u{116E}\u{11A8}", "한국"),
    ("\u{AC00}\u{11A8} \u{1100}\u{1161}", "각 가"),
    ("\u{AC01}\u{11A8} \u{1161} \u{1112}\u{1176}", "각\u{11A8} \u{1161} \u{1112}\u{1176}"),
    ("\u{1100}\u{11A8} \u{AC00}\u{11A7}", "\u{1100}\u{11A8} \u{AC00}\u{11A7}"),
    ("힣 \u{1112}\u{1175}\u{11C2}", "힣 힣"),
    ("ㄱㅏ ㅋㅋ \u{FFA1}", "ㄱㅏ ㅋㅋ ㄱ"),
    ("がぱヷ", "がぱヷ"), ("か\u{3099}は\u{309A}ワ\u{3099}", "がぱヷ"), ("ﾊﾟﾝ ｶﾞｽ", "パン ガス"),
    ("か\u{309A}", "か\u{309A}"), ("a\u{3099}", "a\u{3099}"),
    ("И\u{306} и\u{323}\u{306}", "й й"),
    ("שָׁלוֹם בְּרֵאשִׁית", "שלום בראשית"), ("־", "־"),
    ("مُحَمَّدٌ أحمد آية مــرحبا", "محمد احمد اية مرحبا"), ("ﷲ ﻻ", "الله لا"),
    ("ܐܰܒܳܐ", "ܐܒܐ"), ("ދިވެހި", "ދިވެހި"), ("ខ្មែរ", "ខ្មែរ"), ("မြန်မာ", "မြန်မာ"),
    ("Ⲁ⳯", "ⲁ"),
    ("漢字 \u{FA1A} ⽔", "漢字 祥 水"),
  ])
  func `other scripts retain letters, vowel signs and tones, but not optional points`(text: String, folded: String) {
    #expect(scalars(TextSearch.folded(text)) == scalars(folded))
  }

  @Test func `remaining combining marks are in canonical order`() {
    #expect(scalars(TextSearch.folded("क\u{94D}\u{93C}")) == scalars("क\u{93C}\u{94D}"))
    #expect(scalars(TextSearch.folded("\u{94D}\u{301}\u{93C}")) == scalars("\u{93C}\u{94D}"))
    #expect(scalars(TextSearch.folded("क\u{94D}ख\u{93C}")) == scalars("क\u{94D}ख\u{93C}"))
    #expect(scalars(TextSearch.folded("か\u{94D}\u{3099}\u{93C}")) == scalars("が\u{93C}\u{94D}"))
  }

  @Test func `every ASCII character folds to its lowercase form`() {
    for value in 0..<UInt8(0x80) {
      let scalar = Unicode.Scalar(value)
      let folded = scalar.properties.lowercaseMapping
      #expect(TextSearch.folded(String(scalar)) == folded)
      #expect(TextSearch.folded("é" + String(scalar)) == "e" + folded, "next to a character outside of ASCII")
    }
  }

  @Test func `a text that is folded already is not copied`() {
    let text = "how to wind a lighthouse, all night long"
    var folded = TextSearch.folded(text)
    var original = text
    #expect(folded.withUTF8 { $0.baseAddress } == original.withUTF8 { $0.baseAddress })
  }
}

/// Whether two texts consist of the same scalars.
func isSame(_ one: String, _ other: String) -> Bool { Array(one.utf8) == Array(other.utf8) }

/// Returns the scalars of a text. Comparing strings would ignore differences between canonically equivalent ones.
func scalars(_ text: String) -> [String] { text.unicodeScalars.map { "\($0.escaped(asASCII: true))" } }
