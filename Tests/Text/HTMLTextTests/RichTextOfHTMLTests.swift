import HTMLText
import RichText
import TestSupport
import Testing

/// Returns the blocks of an HTML text, one a line: `_` for each empty line above it, its containers, its kind, and its
/// runs with their traits and links.
func shown(_ html: String) -> [String] {
  RichText(html: html).blocks.map { block in
    let containers = block.containers.map { container in
      switch container {
      case .quotation: "> "
      case .indentation: "» "
      case .item(let marker, let isFirst): isFirst ? marker + " " : "  "
      }
    }
    let kind =
      switch block.kind {
      case .paragraph: ""
      case .heading(let level): "h\(level) "
      case .code: "code "
      case .table: "table"
      case .rule: "rule"
      }
    let runs = block.runs.map { run in
      var text = run.text.replacing("\n", with: "/")
      if let link = run.link { text = "‹\(text)→\(link)›" }
      if run.traits.contains(.emphasis) { text = "_\(text)_" }
      if run.traits.contains(.strong) { text = "*\(text)*" }
      if run.traits.contains(.strikethrough) { text = "~\(text)~" }
      if run.traits.contains(.code), block.kind != .code { text = "`\(text)`" }
      return text
    }
    return String(repeating: "_", count: block.space) + containers.joined() + kind + runs.joined()
  }
}

struct RichTextOfHTMLTests {
  @Test(
    arguments: [
      ("<p>One</p>\n<p>Two<br>three <b>b</b> <i>i</i></p>", ["One", "_Two/three *b* _i_"]),
      ("First.<p>Second &amp; <a href=\"/x?a=1&amp;b=2\">link</a>.", ["First.", "_Second & ‹link→/x?a=1&b=2›."]),
      ("<h2>Title</h2><p>text</p>", ["h2 Title", "_text"]),
      ("<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>", ["• a", "• b", "  ◦ c"]),
      ("<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>", ["• a", "  ◦ b", "• c"]),
      ("<p>I</p><ol><li><ol><li>x</li></ol></li><li>y</li></ol>", ["I", "_1. 1. x", "2. y"]),
      ("<p>I</p><ul><ul><li>x</li></ul><li>y</ul>", ["I", "_» ◦ x", "• y"]),
      ("<ul><li>a<li><ul><li>x</ul></ul>", ["• a", "• ◦ x"]),
      ("<ol><li>a<li>b</ol>end", ["1. a", "2. b", "_end"]), ("<ul><li><p>a</p><p>b</p></li></ul>", ["• a", "_  b"]),
      ("<blockquote><p>a</p><p>b</p></blockquote>c", ["> a", "_> b", "_c"]),
      ("<pre>\n x = 1\n  y\n</pre>", ["code  x = 1/  y"]), ("<pre>a\r\n  b\r  c</pre>", ["code a/  b/  c"]),
      ("a <a href=x>b<br>\n</a>c <a href=y><br></a><a href=z>d</a>", ["a ‹b→x›/c/‹d→z›"]),
      ("<a href=x>b<br></a><a href=y>c</a>", ["‹b→x›/‹c→y›"]), ("a<hr>b", ["a", "_rule", "_b"]),
      ("<code>x</code> <del>y</del> <img alt=\"z\">", ["`x` ~y~ z"]),
      ("a  \n b <!-- c --> <script>d</script>e", ["a b e"]), ("", []), ("<p></p><p> </p>", []),
      ("<b>never closed <i>x", ["*never closed* *_x_*"]), ("</b></ul>a</p>", ["a"]),
    ] as [(String, [String])])
  func `paragraphs, headings, lists and inline tags of HTML become rich text`(html: String, expected: [String]) {
    #expect(shown(html) == expected)
  }

  @Test(
    arguments: [
      (
        "<dl><dt>tide</dt><dd>water</dd><dt>ebb<dd>less<p>of it</dl>x",
        [
          "*tide*", "» water", "*ebb*", "» less", "_» of it", "_x",
        ]
      ),
      ("<dl><dd>a<dl><dt>b<dd>c</dl><dd>d</dl>", ["» a", "_» *b*", "» » c", "_» d"]),
      ("<blockquote>a<blockquote><p>b</p></blockquote>c</blockquote>", ["> a", "_> > b", "_> c"]),
      ("<ol type=a start=26><li>z<li>aa</ol>", ["z. z", "aa. aa"]), ("<ol type=I start=4><li>x</ol>", ["IV. x"]),
      ("<ol type=i><li value=1999>x<li>y</ol>", ["mcmxcix. x", "mm. y"]), ("<ol type=a start=0><li>x</ol>", ["0. x"]),
      ("<ol reversed><li>x<ul><li>in</ul><li>y</ol>", ["2. x", "  • in", "1. y"]),
      ("<ol reversed start=9><li>x<li>y</ol>", ["9. x", "8. y"]), ("<menu><li>x</menu>", ["• x"]),
      (
        "<ul><li><input type=checkbox checked> done<li><input type=checkbox>not</ul><input>",
        ["• [x] done", "• [ ] not"]
      ),
      ("<details><summary>More</summary><p>text</p></details>", ["*More*", "_text"]),
      (
        "<figure><img src=a.png alt=Sea><figcaption>The <b>sea</b></figcaption></figure>end",
        [
          "‹Picture: Sea→a.png›", "_The_ *_sea_*", "_end",
        ]
      ),
    ] as [(String, [String])])
  func `lists, definitions, quotations and figures become blocks in their containers`(html: String, expected: [String])
  {
    #expect(shown(html) == expected)
  }

  @Test(
    arguments: [
      ("<pre><code class=\"language-swift\">let a = 1\n\n  b</code></pre>c", ["code let a = 1//  b", "_c"]),
      ("<pre><span class=k>let</span> a<br>  <i>b</i></pre>", ["code let a/  b"]),
      ("<pre><div>a</div><div>  b</div>c<p>d</p></pre>e", ["code a/  b/c/d", "_e"]),
      ("<pre>a<pre>b</pre>c</pre>", ["code a/b/c"]), ("<pre>a<p>b", ["code a", "_b"]), ("<pre>\n \n</pre>a", ["a"]),
      ("<ul><li><pre>a</pre></ul>", ["• code a"]),
      (
        "<table><tr><td class=gutter><pre>1\n2</pre></td><td class=code><pre>a\nb</pre></td></tr></table>",
        ["code a/b"]
      ),
      ("<pre><span class=ln>1</span>a\n<span class=\"ln\">2</span>b</pre>", ["code a/b"]),
      ("<p>Press <kbd>q</kbd> or <samp>x</samp></p>", ["Press `q` or `x`"]),
    ] as [(String, [String])])
  func `code blocks retain line breaks and indentation, but not line numbers`(html: String, expected: [String]) {
    #expect(shown(html) == expected)
  }

  @Test(
    arguments: [
      ("x<sup>2</sup> H<sub>2</sub>O 10<sup>&minus;3</sup>", "x² H₂O 10⁻³"),
      ("1<sup>st</sup> of<sup>a</sup>", "1st of^a"), ("e<sup>iπ</sup> a<sub>ij</sub>", "e^iπ a_ij"),
      ("2<sup>nd</sup> 1<sup>er</sup> XIX<sup>e</sup> 2<sup>ème</sup> 4<sup>TH</sup>", "2nd 1er XIXe 2ème 4TH"),
      ("Satchel<sup>TM</sup> M<sup>me</sup> x<sup>th</sup> 1<sup>o</sup>", "SatchelTM Mme x^th 1o"),
      ("a<sub>i</sub> b<sup>(n-k)</sup> c<sup>[1]</sup> <sup>as it is</sup>", "a_i b^(n-k) c[1] as it is"),
      ("e<sup>-x/2</sup> x<sup>a+b</sup> 10<sup>1.5</sup> x<sub>i,j</sub>", "e^(-x/2) x^(a+b) 10^1.5 x_(i,j)"),
      ("known.<sup>1,2</sup> x<sub>1,2</sub> so<sup>3–5</sup> Satchel<sup>®</sup>*", "known.¹,² x₁,₂ so³⁻⁵ Satchel®*"),
      ("He said <q>go</q>. <q>", "He said “go”. “"), ("<abbr title=x>HTML</abbr>", "HTML"),
      (##"so.<a href="#n1">12</a> See <a href="#s2">2</a>"##, "so.¹² See 2"),
      ("a <b>b&nbsp;<br> </b><i> </i>", "a *b*"),
      ("<a href=x> a </a> b", "‹a→x› b"),
      ("<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>", "漢(kan)"), ("<ruby>漢<rt>kan</rt></ruby>", "漢(kan)"),
      ("<ruby>漢<rt>kan<rt>a</ruby> <ruby>字<rp>(</rp><rt>ji<rp>)</rp></ruby>x", "漢(kan)(a) 字(ji)x"),
      ("<ruby>漢<rt>kan", "漢kan"),
      ("long<wbr>word", "longword"), ("a<br><br><br><br>b<br>", "a//b"),
      (##"a<sup><a href="#fn1">1</a></sup>"##, "a¹"), (##"note <a href="#ref1" class=x>↩︎</a>"##, "note"),
      (#"<a href="x">¶</a>"#, "‹¶→x›"), (#"<a name=b>b</a> <a href="">c</a>"#, "b c"),
      ("<a href=x>one<a href=y>two</a> three", "‹one→x›‹two→y› three"),
    ])
  func `inline elements, superscripts and ruby become text, traits and links`(html: String, expected: String) {
    #expect(shown(html) == [expected])
  }

  @Test(
    arguments: [
      ("<div>Hello,</div><div><br></div><div>this was</div>end", ["Hello,", "_this was", "end"]),
      ("<div>a</div><br><br><br>b", ["a", "_b"]), ("<br><br>a", ["a"]), ("a<br><div>b</div>", ["a", "b"]),
      ("<img src=p><br>a<br>b", ["‹Picture→p›", "a/b"]), ("<img src=p><br><br>a", ["‹Picture→p›", "_a"]),
      ("<p>x</p><ul><br><li><br>a</li><br><li>b</ul>", ["x", "_• a", "• b"]),
      ("<div>a</div><blockquote><br>b</blockquote>", ["a", "_> b"]),
    ] as [(String, [String])])
  func `a line break on an empty line is an empty line, but not at the start of a text or in a list`(
    html: String, expected: [String]
  ) {
    #expect(shown(html) == expected)
  }

  @Test(arguments: [
    (##"<h2 id=a>Title<a class=anchor href="#a">#</a></h2>"##, ["h2 Title"]),
    ("<p>&nbsp;</p>a<p>\u{200B}</p>b", ["a", "_b"]),
    ("<p>a <a href=x>b<p>c", ["a ‹b→x›", "_c"]), ("<p><b>a<p>c", ["*a*", "_c"]), ("<div>a</div></div>b", ["a", "b"]),
    ("<ul><li>a</div></ul></blockquote>b", ["• a", "_b"]), ("<p>a</i></b>b", ["ab"]),
  ])
  func `unclosed, empty or stray tags affect only their own block`(html: String, expected: [String]) {
    #expect(shown(html) == expected)
  }

  @Test(arguments: [
    "<script>x</script>", "<style>x</style>", "<svg><title>x</title><path d='M0 0'/></svg>", "<p hidden>x</p>",
    "<div aria-hidden='true'><p>x</p></div>", "<a aria-hidden=true href=x>#</a>",
    "<p aria-hidden=true>" + String(repeating: "<i></i>", count: 20) + "<img src=x></p>",
    "<span style='color: red; DISPLAY : none'>x</span>",
    "<form><label>Mail <input type=text></label><button>Go</button></form>", "<select><option>x</select>",
    "<textarea>x</textarea>", "<template><p>x</template>", "<!DOCTYPE html>", "<?xml version='1.0'?>", "<o:p></o:p>",
    "<head><title>x</title><link></head>", "<![if !supportLists]><![endif]>", "<img src=a.gif width=1 height=1 alt=x>",
    "<img src='https://feeds.feedburner.com/~r/blog/~4/x' alt=x>", "<img src=x style='width:1px;height:1px'>",
    "<img src='https://pixel.wp.com/b.gif?v=1'>", "<img src='https://a.org/p.php?idsite=8&amp;url=x' alt=''>",
    "<img src=a.png style='display:none'>",
    "<iframe src=x height=0></iframe>",
    "<a href='https://feeds.feedburner.com/~ff/x'><img src='http://feeds.feedburner.com/~ff/x?d=1'></a>",
    "<noscript><iframe src='https://www.googletagmanager.com/ns.html'></iframe></noscript>",
  ])
  func `scripts, hidden elements, forms and tracking pictures are not shown`(html: String) {
    #expect(shown("a \(html) b") == ["a b"])
  }

  @Test(arguments: [
    ("<math><mi>x</mi><mo>=</mo><mn>2</mn></math>", "x=2"),
    (
      "<math><mi>x</mi><mo>=</mo><mfrac><mn>1</mn><mn>2</mn></mfrac>, <msup><mi>x</mi><mn>2</mn></msup>, <msqrt><mn>16</mn>"
        + "</msqrt>, <msup><mn>10</mn><mrow><mo>-</mo><mn>6</mn></mrow></msup></math>", "x=1/2,x²,√16,10⁻⁶"
    ),
    (
      "<math><mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mi>c</mi></mfrac><msub><mi>x</mi><mi>i</mi></msub>"
        + "<munderover><mo>∑</mo><mn>0</mn><mi>k</mi></munderover><mroot><mi>y</mi><mn>3</mn></mroot></math>",
      "(a+b)/cx_i∑₀^k³√y"
    ),
    ("<math><mover><mi>x</mi><mo>¯</mo></mover><msup><mi>f</mi><mo>′</mo></msup><mrow/><mspace/></math>", "x¯f′"),
    (
      "<math><mtable><mtr><mtd>1</mtd><mtd>0</mtd></mtr><mtr><mtd>0</mtd><mtd>1</mtd></mtr></mtable></math>", "1 0; 0 1"
    ),
    ("<math><msup><mi>x</mi><math></math></msup></math>", "x"), ("<math></mi><mn>1</mn></math>", "1"),
    (
      "<span class='mwe-math-mathml-a11y' style='display: none;'><math><mi>x</mi></math></span>"
        + "<img src=f class='mwe-math-fallback-image-inline' aria-hidden=true style='width:1.33ex; height:1.676ex' alt='{x}'>",
      "{x}"
    ),
    ("<span aria-hidden=true>&rarr;</span> <b aria-hidden=true>🎉</b>", "→ *🎉*"),
    ("<img src=f alt='f(x)' style='width:1.33ex'>", "f(x)"),
    ("<math alttext=\"x^2\"><mi>x</mi></math>", "x^2"),
    (
      "<span class=katex><span class=katex-mathml><math><semantics><mi>x</mi><annotation encoding=\"application/x-tex\">"
        + "x_1</annotation></semantics></math></span><span class=katex-html aria-hidden=true>x1</span></span>", "x_1"
    ),
    ("<script type=\"math/tex; mode=display\">a < b</script>", "a < b"),
    (#"<img src="https://s0.wp.com/latex.php?latex=E" alt="E=mc^2" class="latex">"#, "E=mc^2"),
    (#"<img src="https://s.w.org/images/core/emoji/1.png" alt="🙂" class="wp-smiley" style="height: 1em">"#, "🙂"),
    (#"<img class="emoji" draggable="false" alt=":blobcat:" src="e.png">"#, ":blobcat:"),
    (#"<img src="e.gif" width="16" height="16" alt=":-)">"#, ":-)"),
    (#"<img src=e height=20 alt=":-)">"#, ":-)"),
    ("<img src=f class='mwe-math-fallback-image-inline' alt='x^2'>", "x^2"),
    ("<img src=f class=twemoji alt=e>", "e"),
    ("<img src='https://cdn.jsdelivr.net/gh/twitter/twemoji@14/72x72/1.png' alt=e>", "e"),
    ("<g-emoji class=x>🎉</g-emoji>", "🎉"),
    ("<custom-a>b", "<custom-a>b"), ("<your name>", "<your name>"), ("vector<int>", "vector<int>"),
  ])
  func `formulas, emoji and unknown elements become their text`(html: String, text: String) {
    #expect(shown(html) == [text])
  }

  @Test func `only the body of a document is shown`() {
    let html = """
      <?xml version="1.0"?><!DOCTYPE html><html><head><meta charset=utf-8><title>T</title><style>b{}</style></head>
      <body><nav>n</nav><main><h1>H</h1><![CDATA[c<b>d</b>]]>]]><p>p</main></body></html>
      """
    #expect(shown(html) == ["n", "_h1 H", "_c*d*]]>", "_p"])
  }

  @Test(.timeLimit(.minutes(5))) func `damaged HTML gives no empty blocks and is nested no deeper than the limit`() {
    let sample = Array(
      """
      <h2>T</h2><p>a <b>b <i>c</b> &eacute;&#x41; <a href="u">l</a><ol reversed type=a><li value=3>x<ul><li>y</ul></ol>
      <table><tr><th colspan=2 rowspan=3>p<td align=right>q</table><pre>z<br><div>w</pre><dl><dt>d<dd>e</dl><blockquote>
      <video><source src=v></video><picture><source srcset="a 1x, b 2x"><img alt=k></picture><math><annotation>t</math>
      <!-- c --><!DOCTYPE html><script type=math/tex>m</script><sup>1</sup><form>f</form><q>q<svg><path/></svg>
      """.utf8)
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<300 {
      var bytes = sample
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let start = Int.random(in: 0..<bytes.count, using: &generator)
        let part = start..<min(bytes.count, start + Int.random(in: 1...40, using: &generator))
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: bytes.removeSubrange(part)
        case 1: bytes.insert(contentsOf: bytes[part], at: Int.random(in: 0...bytes.count, using: &generator))
        case 2: bytes.replaceSubrange(part, with: bytes[part].reversed())
        default: bytes[start] = UInt8.random(in: 0...255, using: &generator)
        }
        if bytes.isEmpty { bytes = sample }
      }
      let rich = RichText(html: String(decoding: bytes, as: UTF8.self))
      #expect(rich.blocks.filter { $0.kind != .rule && $0.text.allSatisfy(\.isWhitespace) } == [])
      #expect(rich.blocks.map(\.containers.count).max() ?? 0 <= RichText.depthLimit)
    }
  }

  @Test(arguments: [
    ("<p>a", true), ("a</p>", true), ("<H1 id=x>a", true), ("<table>", true), ("a<li>", true), ("a<br/>b", false),
    ("<b>a</b> <kbd>x</kbd><hr>", false), ("a < b > c", false), ("<your name>", false), ("vector<int> v; <p", false),
    ("plain", false),
  ])
  func `a text is detected as HTML by its block tags`(text: String, expected: Bool) {
    #expect(HTMLText.hasBlocks(text) == expected)
  }

  @Test(arguments: [("it&#39;s", true), ("&#x27;", true), ("a &amp; b", true), ("AT&T; &c", false), ("a & b", false)])
  func `character references are detected in a text without tags`(text: String, expected: Bool) {
    #expect(HTMLText.hasReferences(text) == expected)
  }

  @Test(
    .timeLimit(.minutes(5)),
    arguments: [
      "<ul>", "<li>", "<blockquote>", "<b>", "</b>", "<a href=x>", "<ul><li>", "<ol><li>a", "<pre>", "<p>", "<br>",
      "<dl><dd>", "<x ", "<x a>", "<!x", "<![CDATA[", "</x>", "<math>", "<picture><source srcset=a>", "<video>", "<q>",
      "<ol reversed>", "<pre><div>", "<sup>", "<span hidden>", "<!DOCTYPE>", "<x/>",
    ])
  func `hostile HTML is read in a time in proportion to its length, and no deeper than the limit`(part: String) {
    let rich = RichText(html: String(repeating: part, count: 20_000) + "end")
    #expect(rich.blocks.allSatisfy { $0.containers.count <= RichText.depthLimit })
    #expect(rich.blocks.last?.text.hasSuffix("end") == true)
  }
  @Test(.timeLimit(.minutes(5)), arguments: ["math", "video", "audio"])
  func `elements within elements are not searched again`(name: String) {
    let count = 30_000
    let text = "x<i>y</i>"
    let rich = RichText(
      html: String(repeating: "<\(name)>\(text)", count: count) + "end" + String(repeating: "</\(name)>", count: count))
    #expect(rich.blocks.last?.text.hasSuffix("end") == true)
  }

  @Test func `a film within a formula without a source has its own`() {
    let rich = RichText(html: "<math>a<video><source src='https://x.example/a.mp4'></video></math><math>b</math>")
    #expect(rich.blocks.flatMap(\.runs).compactMap(\.link) == ["https://x.example/a.mp4"])
  }
}
