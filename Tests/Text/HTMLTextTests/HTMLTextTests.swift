import HTMLText
import Testing

struct HTMLTextTests {
  @Test(arguments: [
    ("plain", "plain"), ("", ""), (#"<span style="color: #0000ED">House</span> of Pancakes"#, "House of Pancakes"),
    ("a<br />b", "a\nb"), ("a<BR>b", "a\nb"), ("<p>a</p>\n<p>b</p>", "a\nb"), ("a<br><br>b", "a\nb"),
    ("a \n\t b", "a b"), ("  a  ", "a"), ("a <b> b</b>", "a b"), ("un<b>bro</b>ken", "unbroken"),
    ("a&nbsp; b", "a\u{A0} b"),
    ("a<!-- b --!>c<!-->d<!--->e<!--!>--><!---->f--!>", "acdef--!>"),
    ("a<!-- <b> -- > -->b", "ab"), ("a<script>if (1 < 2) \"</b>\"</SCRIPT>b", "ab"), ("<style>b {}</style>a", "a"),
    ("<hr/>a", "a"), ("a<script>b", "a"), ("a</script>b", "ab"), ("<li>a<li>b", "a\nb"),
    (#"<a title="1 > 0" b='>"' c=d/>e>f</a>"#, "e>f"), ("<a =>b", "b"), ("<a href = x >b</a >", "b"), (#"<a ">b"#, "b"),
  ])
  func `content is what a browser shows`(html: String, text: String) {
    #expect(HTMLText.content(html) == text)
  }

  @Test(arguments: [
    (#"Ship it <img src="/e.png" class="emoji" alt="🚀">!"#, "Ship it 🚀!"),
    (#"<img src="a.jpg" alt="A harbour"> at dawn"#, "at dawn"), (#"<img src="a.jpg" alt="A harbour">"#, "A harbour"),
    ("The <script> element", "The <script> element"),
  ])
  func `a title has the text of an emoji in its line, and that of a picture only if it is nothing else`(
    html: String, text: String
  ) {
    #expect(HTMLText.title(html, isDeclared: false) == text)
  }

  @Test(arguments: [
    "1 < 2", "a <your name>", "<x> cups <y>", "<3", "<", "</", "</>", "a<b", "if x <b and y", "<!-- open", "<custom-a>",
    #"<a href="x>y"#, "<a b='", "<br", "<spans>", "<>", "< b>", "<a", "<!>", "<div\u{E9}>", "--> ]]>",
  ])
  func `text that is no complete known tag stays text`(text: String) {
    #expect(HTMLText.content(text) == text)
  }

  @Test func `an unclosed comment hides no tag, and an unclosed tag hides no comment`() {
    #expect(HTMLText.content("<!-- <b>a</b> <!-- b") == "<!-- a <!-- b")
    #expect(HTMLText.content("<a b='<!-- c -->d<i>e") == "<a b='d<i>e")
  }

  @Test(arguments: [
    ("Clich&eacute;d", "Clichéd"), ("&#233;&#xE9;&#XE9;", "ééé"), ("&amp;lt;", "&lt;"), ("R&D; AT&T", "R&D; AT&T"),
    ("&lt;b&gt;", "<b>"), ("&quot;&apos;", "\"'"), ("&hellip;&mdash;&euro;", "…—€"), ("&Eacute;", "É"),
    ("&EACUTE;", "&EACUTE;"), ("&CounterClockwiseContourIntegral;&rarrb;", "∳⇥"),
    ("&fjlig;&nvlt;", "fj<\u{20D2}"),
    ("&eacute", "é"), ("&copy 2024", "© 2024"), ("&#233 &#xE9", "é é"), ("it&#8217s &#x27s &#39=", "it’s 's '="),
    ("&#xE9g;&#55357&#;", "ég;\u{FFFD}&#;"), ("a&nbsp&nbsp;b", "a\u{A0}\u{A0}b"),
    ("?a=1&copy=2&reg1", "?a=1&copy=2&reg1"), ("&hellip x", "&hellip x"), ("AT&T &am", "AT&T &am"),
    ("&", "&"), ("&;", "&;"), ("&#;", "&#;"), ("&#x;", "&#x;"), ("&#-1;", "&#-1;"),
    ("&#+1;", "&#+1;"), ("&#xg;", "&#xg;"), ("&#1a;", "\u{1}a;"), ("&#0;", "\u{FFFD}"), ("&#xD800;", "\u{FFFD}"),
    ("&#x110000;", "\u{FFFD}"), ("&#99999999999999999999;", "\u{FFFD}"), ("&#150;&#x80;", "–€"), ("&#x1F600;", "😀"),
    ("&#x7F;", "\u{7F}"), ("&&amp;&", "&&&"), ("a&nbsp;b", "a\u{A0}b"), ("&#٣;", "&#٣;"), ("é&amp;é", "é&é"),
    ("&#00000000000000000000000000065;", "A"), ("&#55357;&#56832;", "😀"), ("&#xD83D;&#xde00;&#xDE00;", "😀\u{FFFD}"),
    ("&#xD83D;&#65;", "\u{FFFD}A"), ("&#xD83D;x&#xDE00;", "\u{FFFD}x\u{FFFD}"), ("&#xD83D;&", "\u{FFFD}&"),
    ("&#000000000000000000000000000000065;", "&#000000000000000000000000000000065;"),
  ])
  func `character references are decoded once, and invalid ones stay text`(html: String, text: String) {
    #expect(HTMLText.attribute(html) == text)
    #expect(HTMLText.content(html) == text)
  }

  @Test(arguments: ["<A>: Like </a>this.", "  a\n b ", "<your name>", "<br>"])
  func `tags and spaces of an attribute are text`(value: String) {
    #expect(HTMLText.attribute(value) == value)
  }

  @Test(arguments: [
    (#"see <a class=x href="http://a/?b&amp;c">d</a> <a href="e">"#, "http://a/?b&c"), ("<a href=x>", "x"),
    ("<A HREF='x y'>", "x y"), ("<a name=b><a href>", ""), ("<b href=x>", nil), ("none", nil), ("<a href=x", nil),
  ])
  func `the first link is the first a with an href`(html: String, target: String?) {
    #expect(HTMLText.firstLink(html) == target)
  }

  @Test(
    .timeLimit(.minutes(5)),
    arguments: [
      "<", "<a ", "<a '", "<a b='", "<!--", "&", "&#", "<script>", "<b>", "</", "<a b=", "a ", "<!-- --", "&lt",
    ])
  func `hostile input is parsed in linear time`(part: String) {
    // In quadratic time this is 2.5 billion steps.
    let html = String(repeating: part, count: 50_000)
    #expect(HTMLText.content(html).utf8.count <= html.utf8.count)
  }
}
