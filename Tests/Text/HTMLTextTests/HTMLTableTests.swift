import HTMLText
import RichText
import Testing

/// Tests of tables in HTML.
struct HTMLTableTests {
  private func blocks(_ html: String) -> [RichText.Block] { RichText(html: html).blocks }

  @Test func `a table with head cells becomes a table, whatever wraps its cells`() {
    let html = """
      <table><caption>Ships</caption><thead><tr><th>Port<th>Count</tr></thead>
      <tbody><tr><td><p>Kiel</p></td><td> 12<br>13 </td></tr><tr><td><a href="u">Ulm</a></td></tr></tbody></table><p>after
      """
    let table: [RichText.Run] = [
      .init("Port"), .init("\t"), .init("Count"), .init("\n"), .init("Kiel"), .init("\t"), .init("12\u{2028}13"),
      .init("\n"), .init("Ulm", link: "u"),
    ]
    #expect(blocks(html).map(\.kind) == [.paragraph, .table([.leading, .leading]), .paragraph])
    #expect(blocks(html).map(\.text) == ["Ships", table.map(\.text).joined(), "after"])
    #expect(blocks(html)[1].runs == table)
  }

  @Test func `a table that a hidden row leaves open is shown`() {
    #expect(
      blocks("<table><tr><td>a<td>b<tr><td>c<td>d<tr hidden><td>x</table><p>after</p></tr>").map(\.text)
        == ["\na\tb\nc\td"])
  }

  @Test(arguments: [
    ("<table><tr><td>a</td><td>b</td></tr><tr><td>c<td>d</table>", ["\na\tb\nc\td"]),
    ("<table><thead><tr><td>a<td>b<tbody><tr><td>c<td>d</table>", ["a\tb\nc\td"]),
    ("<table><tr><th>a<td>b<tr><th>c<td>d</table>", ["\na\tb\nc\td"]),
    ("<table><tr><th>a<th>b<th>c<tr><td colspan=2>d<td>e<tr><td>f</table>", ["a\tb\tc\nd\t\te\nf"]),
    ("<table><tr><td rowspan=2>a<td>b<tr><td>c<tr><td>d<td>e</table>", ["\na\tb\n\tc\nd\te"]),
    ("<table><tr><td>a<td><td>b<tr><td>c<td>&nbsp;<td>d</table>", ["\na\tb\nc\td"]),
    (
      "<table><tr><th>a<th>b<tr><td>c<td>d<pre>\nx = 1\n\n\ty<b>z</b> </pre>e  f<tr><td>g<td><pre>h</table>",
      ["a\tb\nc\td\u{2028}x = 1\u{2028}    yz \u{2028}e f\ng\th"]
    ),
    (
      "<table><tr><th>a<th>b<tr><td><h4>c</h4>d<td>e<hr>f<tr><td><dl><dt>g<dd>h</dl><td><section>i</section></table>",
      ["a\tb\nc\u{2028}d\te\u{2028}f\ng\u{2028}h\ti"]
    ),
    (
      "<table><tr><th>a<th>b<tr><td><blockquote>c</blockquote><td><details><summary>d</summary>e</details></table>x",
      ["a\tb\nc\td\u{2028}e", "x"]
    ),
    (
      "<table><tr><th>a<th>b<tr><td><figure><img src=p alt=c></figure><td>d<form>x</form></table>",
      ["a\tb\nPicture: c\td"]
    ),
    ("<table><tr><td><h4>a</h4><td>b<tr><td>c<td>d</table>", ["a", "b", "c", "d"]),
    ("<table role=presentation><tr><td>a<td>b<tr><td>c<td>d</table>", ["a", "b", "c", "d"]),
    ("<table><tr><td><p>a</p><p>b<br>c</p></td></tr></table>", ["a", "b\nc"]),
    ("<table><tr><td>&nbsp;<td><p>a</p><p>b</p></td><td></td></tr><tr><td><td>c<td></table>", ["a", "b", "c"]),
    ("<table><tr><td><a href=l><img src=p></a></td><td>a<br>b</td></tr></table>", ["Picture → link", "a\nb"]),
    ("<table><tr><td>a<td>b</table>", ["a", "b"]), ("<table><tr><th>a<tr><td>b</table>", ["a", "b"]),
    ("<table><tr><td>a</td><td><ul><li>b<li>c</ul></td></tr></table>", ["a", "b", "c"]),
    (
      "<table><tr><th>a<th>b<tr><td>c<td><ol><li>d</li> <li>e<ul><li>f</ul></ol>g<tr><td> <p>h</p> <p>i<ul><li>j<td>k</table>",
      ["a\tb\nc\t1. d\u{2028}2. e\u{2028}• f\u{2028}g\nh\u{2028}i\u{2028}• j\tk"]
    ),
    (
      "<table><tr><td>a<td><ul><li><p>b</p><li><li><input type=checkbox checked>c<li><ol><li>d</ol></ul><tr><td>e<td>f</table>",
      ["\na\t• b\u{2028}• [x] c\u{2028}1. d\ne\tf"]
    ),
    (
      "<table><caption>Two<br>lines</caption><tr><td>a<td>b<tr><td>c<td>d</table>", ["Two\nlines", "\na\tb\nc\td"]
    ),
    (
      "<ul><li>x<table><tr><td>a<td>b</ul>c<tr><td>d</li>e<td>f</table>y<li>z</ul>",
      ["x", "\na\tb\u{2028}c\nd\u{2028}e\tf", "y", "z"]
    ),
    ("<table><tr><td>a<table><tr><td>b<td>c</table></td><td>d</td></tr></table>", ["a", "b", "c", "d"]),
    ("<table><tr><td>a<td>b", ["a", "b"]), ("<td>a</td><td>b</td>", ["a", "b"]), ("<table></table>x", ["x"]),
    ("<table><tr></tr><tr><td></td></tr></table>x", ["x"]), ("</table><p>x", ["x"]),
  ])
  func `a data table becomes rows of cells, and a layout table becomes paragraphs`(html: String, texts: [String]) {
    #expect(blocks(html).map(\.text) == texts)
  }

  @Test(arguments: [
    (#"<ol start="3"><li>a<li>b</ol>"#, ["3.", "4."]), (#"<ol start="-1"><li>a<li>b</ol>"#, ["-1.", "0."]),
    (#"<ol><li>a<li value="7">b<li>c</ol>"#, ["1.", "7.", "8."]), (#"<ol start="x"><li>a</ol>"#, ["1."]),
    (#"<ol start="-9223372036854775808"><li>a<li>b</ol>"#, ["1.", "2."]),
    (#"<ol start="9223372036854775807"><li>a<li>b</ol>"#, ["1.", "2."]), (#"<ul><li value="7">a</ul>"#, ["•"]),
  ])
  func `an ordered list is numbered by its start and value attributes`(html: String, markers: [String]) {
    let found = blocks(html).compactMap { block -> String? in
      if case .item(let marker, true)? = block.containers.last { marker } else { nil }
    }
    #expect(found == markers)
  }

  @Test func `columns are aligned as their cells are, and body cells take precedence over heads`() {
    let html = """
      <table><tr><th>a<th align=center>b<th>c<th align=left>d</tr>
      <tr><th>e<td><td style="color: red; text-align: right">f<td align=right>g</tr></table>
      """
    #expect(blocks(html).map(\.kind) == [.table([.leading, .center, .trailing, .trailing])])
    #expect(blocks(html)[0].cells[1].map { $0.map(\.traits) } == [[.strong], [], [[]], [[]]])
  }

  @Test(.timeLimit(.minutes(1))) func `hostile tables take time in proportion to their length`() {
    #expect(
      RichText(html: "<table>" + String(repeating: "<tr><td rowspan=99 colspan=99>a<td>b", count: 5_000) + "</table>")
        .blocks.count == 1)
    let table = "<table><tr><td>a<td>b<tr><td>c<td>"
    for part in ["<ul><li>x", "<ul>", "<ol><li><ul></p>"] {
      #expect(RichText(html: table + String(repeating: part, count: 8_000) + "</table>").blocks.count == 1)
    }
    for part in [
      "<table>", "<table><tr><td>", "<td>", "<tr>", "<img src=a>", "<table><td></table>", "<td colspan=1000>",
      "<table><tr><td rowspan=99 colspan=99>a<tr></table>",
    ] {
      #expect(RichText(html: String(repeating: part, count: 8_000)).blocks.count <= 8_000)
    }
  }
}
