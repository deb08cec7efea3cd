import HTMLText
import RichText
import Testing

/// Tables, pictures and frames of HTML.
struct HTMLTableTests {
  private func blocks(_ html: String) -> [RichText.Block] { RichText(html: html).blocks }

  @Test func `a table with heads is one, whatever its cells are wrapped in`() {
    let html = """
      <table><caption>Ships</caption><thead><tr><th>Port<th>Count</tr></thead>
      <tbody><tr><td><p>Kiel</p></td><td> 12<br>13 </td></tr><tr><td><a href="u">Ulm</a></td></tr></tbody></table><p>after
      """
    let table: [RichText.Run] = [
      .init("Port"), .init("\t"), .init("Count"), .init("\n"), .init("Kiel"), .init("\t"), .init("12 13"), .init("\n"),
      .init("Ulm", link: "u"),
    ]
    #expect(blocks(html).map(\.kind) == [.paragraph, .table([.leading, .leading]), .paragraph])
    #expect(blocks(html).map(\.text) == ["Ships", table.map(\.text).joined(), "after"])
    #expect(blocks(html)[1].runs == table)
  }

  @Test(arguments: [
    ("<table><tr><td>a</td><td>b</td></tr><tr><td>c<td>d</table>", ["a │ b", "c │ d"]),
    ("<table><tr><td>a</td><td><ul><li>b<li>c</ul></td></tr></table>", ["a", "b", "c"]),
    ("<table><tr><td>a<table><tr><td>b<td>c</table></td><td>d</td></tr></table>", ["a", "b │ c", "d"]),
    ("<table><tr><td>a<td>b", ["a", "b"]), ("<td>a</td><td>b</td>", ["a", "b"]), ("<table></table>x", ["x"]),
    ("<table><tr></tr><tr><td></td></tr></table>x", ["x"]), ("</table><p>x", ["x"]),
  ])
  func `the cells of any other are apart`(html: String, texts: [String]) {
    #expect(blocks(html).map(\.text) == texts)
  }

  @Test(arguments: [
    (#"<ol start="3"><li>a<li>b</ol>"#, ["3.", "4."]), (#"<ol start="-1"><li>a<li>b</ol>"#, ["-1.", "0."]),
    (#"<ol><li>a<li value="7">b<li>c</ol>"#, ["1.", "7.", "8."]), (#"<ol start="x"><li>a</ol>"#, ["1."]),
    (#"<ol start="9223372036854775807"><li>a<li>b</ol>"#, ["1.", "2."]), (#"<ul><li value="7">a</ul>"#, ["•"]),
  ])
  func `a list is counted from where it starts`(html: String, markers: [String]) {
    let found = blocks(html).compactMap { block -> String? in
      if case .item(let marker, true)? = block.containers.last { marker } else { nil }
    }
    #expect(found == markers)
  }

  @Test(arguments: [
    (#"a <img src="b.png" alt="A  ship"> c"#, ["a", "Picture: A  ship b.png", "c"]),
    (#"<a href="l"><img src="b.png"></a>"#, ["Picture b.png → l"]),
    (#"<a href="b.png"><img src="b.png" alt=""></a>"#, ["Picture b.png"]),
    (#"<img src="data:image/gif;base64,AA" data-src="b.png">"#, ["Picture b.png"]),
    (#"a<img src="pixel" width="1" height="1">b"#, ["ab"]), (#"a <img src="e" height=16 alt=":-)"> b"#, ["a :-) b"]),
    (#"<img alt="no source">"#, ["no source"]), (#"<img>x"#, ["x"]),
    (#"a<iframe src="f" title="t"></iframe>b"#, ["a", "Frame: t f", "b"]),
    (#"<video><source src="v"></video>"#, ["Media v"]), (#"<audio src="v"></audio>"#, ["Audio v"]),
    (#"<ul><li><img src="b"><li>c</ul>"#, ["Picture b", "c"]),
  ])
  func `pictures and frames stand on a line with where they are`(html: String, texts: [String]) {
    #expect(blocks(html).map(\.text) == texts)
  }

  @Test(.timeLimit(.minutes(1))) func `hostile tables take time in proportion to their length`() {
    for part in ["<table>", "<table><tr><td>", "<td>", "<tr>", "<img src=a>", "<table><td></table>"] {
      #expect(RichText(html: String(repeating: part, count: 20_000)).blocks.count <= 20_000)
    }
  }
}
