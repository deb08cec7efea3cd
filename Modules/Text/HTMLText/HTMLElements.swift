import RichText

/// The elements of HTML, old ones included (HTML standard, 4 and 16.2).
let elements: Set<String> = words(
  """
  a abbr acronym address applet area article aside audio b base bdi bdo big blink blockquote body br button canvas
  caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset
  figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins
  kbd label legend li link main map mark marquee menu meta meter nav nobr noframes noscript object ol optgroup option
  output p param picture pre progress q rp rt ruby s samp script search section select slot small source span strike
  strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul var video
  wbr
  """)

/// Those that begin a line or a paragraph of their own.
let breakingElements: Set<String> = words(
  """
  address article aside blockquote body br center dd details dialog dir div dl dt fieldset figcaption figure footer form
  h1 h2 h3 h4 h5 h6 header hgroup hr html li main menu nav ol option p pre search section summary table tr ul
  """)

/// Whether an element holds paragraphs, or is one. Markdown has no other way to write what these do, so they alone do not
/// make a text HTML.
func isBlockElement(_ name: String) -> Bool {
  breakingElements.contains(name) && !["br", "hr", "center", "details", "summary", "option"].contains(name)
}

/// How elements make their text look.
let elementTraits: [String: RichText.Run.Traits] = [
  "em": .emphasis, "i": .emphasis, "cite": .emphasis, "dfn": .emphasis, "var": .emphasis, "strong": .strong,
  "b": .strong, "code": .code, "tt": .code, "kbd": .code, "samp": .code, "del": .strikethrough, "s": .strikethrough,
  "strike": .strikethrough,
]

/// Those whose content is not for readers, and holds no tags.
let rawElements: Set<String> = ["script", "style"]

private func words(_ text: String) -> Set<String> { Set(text.split(whereSeparator: \.isWhitespace).map(String.init)) }
