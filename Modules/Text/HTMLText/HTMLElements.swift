import Essentials
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

/// The elements that begin a new line or paragraph.
let breakingElements: Set<String> = words(
  """
  address article aside blockquote body br center dd details dialog dir div dl dt fieldset figcaption figure footer form
  h1 h2 h3 h4 h5 h6 header hgroup hr html li main menu nav ol option p pre search section summary table tr ul
  """)

/// Returns whether an element is a block by which a text is recognised as HTML. Those that Markdown has no other way to
/// write are not among them.
func isBlockElement(_ name: String) -> Bool {
  breakingElements.contains(name) && !["br", "hr", "center", "details", "summary", "option"].contains(name)
}

/// The text traits of elements.
let elementTraits: [String: RichText.Run.Traits] = [
  "em": .emphasis, "i": .emphasis, "cite": .emphasis, "dfn": .emphasis, "var": .emphasis, "figcaption": .emphasis,
  "strong": .strong, "b": .strong, "dt": .strong, "summary": .strong, "code": .code, "tt": .code, "kbd": .code,
  "samp": .code, "del": .strikethrough, "s": .strikethrough,
  "strike": .strikethrough,
]

/// The elements in titles that often have no end.
let endlessElements: Set<String> = ["br", "hr", "img", "p", "wbr"]

/// The elements whose content is hidden and contains no tags.
let rawElements: Set<String> = ["script", "style"]

/// The elements whose content is hidden and may contain tags.
private let unreadElements: Set<String> = [
  "button", "datalist", "form", "head", "meter", "progress", "rp", "select", "svg", "template", "textarea", "title",
]

/// The classes that syntax highlighters give to line numbers, and KaTeX to the second copy of a formula.
private let hiddenClasses: Set<Substring> = [
  "blob-num", "gutter", "hljs-ln-numbers", "katex-html", "linenos", "lineno", "linenodiv", "line-number", "ln", "lnt",
  "rouge-gutter",
]

/// Parts of the addresses of tracking pixels.
private let counters = [
  "/1x1.", "/blank.gif", "/matomo.php", "/open.aspx", "/piwik.php", "/pixel.gif", "/spacer.gif", "/track/open",
  "amazon-adsystem.com/", "assoc-amazon.", "blogger.googleusercontent.com/tracker/", "doubleclick.net/",
  "facebook.com/tr?", "feedburner.com/~", "feeds.wordpress.com/1.0/", "feedsportal.com/", "google-analytics.com/",
  "?idsite=", "&idsite=", "googletagmanager.com/", "medium.com/_/stat", "pixel.wp.com/", "quantserve.com/",
  "scorecardresearch.com/",
  "statcounter.com/", "stats.wordpress.com/",
]

/// Returns whether an element is hidden, with its content.
func isHidden(_ name: String, _ attributes: [Attribute]) -> Bool {
  if unreadElements.contains(name) { return true }
  if attributes.isEmpty { return false }
  if attributes["hidden"] != nil { return true }
  let style = attributes["style"]?.lowercased().filter { !$0.isWhitespace } ?? ""
  if style.contains("display:none") || style.contains("visibility:hidden") { return true }
  guard ["img", "iframe", "embed"].contains(name) else {
    let classes = attributes["class"]?.split(whereSeparator: \.isWhitespace) ?? []
    return classes.contains(where: hiddenClasses.contains)
  }
  let address = attributes["src"]?.prefix(200).lowercased() ?? ""
  return attributes.lengths.contains { $0 <= 2 } || counters.contains { address.contains($0) }
}

/// Returns whether the element that begins at an index is hidden, with its content. One that is hidden from screen readers
/// only is shown if it is a picture or an ornament: then nothing else says the same to a reader who sees.
/// - Parameter end: The index of its end tag.
func isHidden(_ tokens: [Token], at index: Int, end: Int?) -> Bool {
  guard case .tag(let name, let attributes, _) = tokens[index] else { return false }
  if isHidden(name, attributes) { return true }
  guard let end, attributes["aria-hidden"] == "true" else { return false }
  let content = tokens[(index + 1)..<end]
  if content.count > ornamentSize { return true }
  var text = ""
  for token in content {
    switch token {
    case .tag("img", _, _): return false
    case .text(let bytes): text += decoded(bytes)
    case .tag: break
    }
  }
  return name == "a" || text.contains { $0.isLetter || $0.isNumber }
}

/// The largest number of tokens in a picture with its link or in an ornament.
private let ornamentSize = 16

extension [Attribute] {
  /// The width and the height in pixels, without those that are missing.
  var lengths: [Int] { ["width", "height"].compactMap(length) }

  /// The width and the height in pixels; nil unless there are both.
  var size: RichText.Picture.Size? {
    guard let width = length("width"), let height = length("height") else { return nil }
    return RichText.Picture.Size(width: width, height: height)
  }

  /// A style takes the place of the attribute, as in a browser.
  private func length(_ name: String) -> Int? {
    let style = self["style"]?.lowercased().filter { !$0.isWhitespace }.split(separator: ";") ?? []
    let declared = style.last { $0.hasPrefix(name + ":") }?.dropFirst(name.count + 1).replacing("!important", with: "")
    guard let text = declared.map({ String($0) }) ?? self[name]?.lowercased() else { return nil }
    let number = text.prefix { $0.isASCIIDigit || $0 == "." }
    let unit = String(text.dropFirst(number.count)).trimmed
    guard let value = Double(number), let pixels = pixels[unit], value < 1e6 else { return nil }
    return Int((value * pixels).rounded())
  }
}

/// The lengths of units in pixels (CSS Values, 6), with the usual size of a font.
private let pixels = [
  "": 1, "px": 1, "pt": 96.0 / 72, "pc": 16, "in": 96, "cm": 96 / 2.54, "mm": 9.6 / 2.54, "em": 16, "rem": 16, "ex": 8,
]

private func words(_ text: String) -> Set<String> { Set(text.split(whereSeparator: \.isWhitespace).map(String.init)) }
