import HTMLText
import RichText
import Testing

/// Tests of pictures, videos and frames in HTML.
struct EmbeddedTests {
  @Test(
    arguments: [
      ("<meta http-equiv=refresh content='0; url=/en/'>", "/en/"), ("<META HTTP-EQUIV=Refresh CONTENT='0;URL=b'>", "b"),
      ("<meta content=\"5, url = 'a b?x=1&amp;y=2' \" http-equiv=' refresh '>", "a b?x=1&y=2"),
      ("<meta http-equiv=refresh content='0.5 https://example.org/'>", "https://example.org/"),
      ("<noscript><meta http-equiv=refresh content='1;b'></noscript>", "b"),
      ("<meta http-equiv=refresh content='10;url=b'><meta http-equiv=refresh content='0;url=c'>", "b"),
      ("<meta http-equiv=refresh content='11;url=b'>", nil), ("<meta http-equiv=refresh content='300'>", nil),
      ("<meta http-equiv=refresh content='0;url='>", nil), ("<meta http-equiv=refresh content=''>", nil),
      ("<meta http-equiv=refresh content='99999999999999999999;url=b'>", nil),
      ("<meta http-equiv=content-language content='0;url=b'>", nil), ("<meta name=refresh content='0;url=b'>", nil),
      ("<script>'<meta http-equiv=refresh content=\"0;url=b\">'</script>", nil), ("", nil),
    ] as [(String, String?)])
  func `a page leads on to the address of its meta element with refresh`(page: String, address: String?) {
    #expect(HTMLText.refresh(of: page) == address)
  }

  @Test(
    arguments: [
      (#"a <img src="b.png" alt="A  ship"> c"#, ["a", "‹Picture: A ship→b.png›", "c"]),
      (
        "<a href=x><img src=b alt=One></a> <a href=y><img src=b alt=Two></a>",
        ["‹Picture: One→b› → ‹link→x›", "‹Picture: Two→b› → ‹link→y›"]
      ),
      ("<img src=b alt=★><img src=b alt=★>", ["‹Picture: ★→b›", "‹Picture: ★→b›"]),
      ("<noscript><img src=b alt=c></noscript><img data-src=b>d<img src=b>", ["‹Picture: c→b›", "d", "‹Picture→b›"]),
      ("a <img src=b width=32 height=32 alt=67c045d9c3c41f736c36022272cefd8c> c", ["a c"]),
      ("a <img src=b width=32 height=32 alt=smile.gif> c", ["a c"]),
      ("a <img src=b width=32 height=32 alt='a smile.gif'> c", ["a a smile.gif c"]),
      ("<img src=b alt='two\n   lines'>", ["‹Picture: two lines→b›"]),
      ("<img src=b alt=comic title='The joke  is here'>", ["‹Picture: comic – The joke is here→b›"]),
      ("<img src=b alt='The joke is here' title='the JOKE is'>", ["‹Picture: The joke is here→b›"]),
      ("<img src=b alt='The joke' title='the joke is here'>", ["‹Picture: the joke is here→b›"]),
      ("<img src=b alt=Harbour title=IMG_1234>", ["‹Picture: Harbour→b›"]),
      ("<img src=b alt='' title='A ship'>", ["‹Picture: A ship→b›"]),
      ("<img src=b aria-label='A ship'>", ["‹Picture: A ship→b›"]),
      ("<img src=b width=0 height=0 style='width:100%; height:auto' alt=a>", ["‹Picture: a→b›"]),
      ("<img src=b style='width:2in' alt=a>", ["‹Picture: a→b›"]), ("<img src=b style='width: 2cm'>", ["‹Picture→b›"]),
      ("<img src=b style='width:2vw' alt=a>", ["‹Picture: a→b›"]),
      ("<a aria-hidden=true href=l><img src=b alt=a></a>", ["‹Picture: a→b› → ‹link→l›"]),
      ("<img src=b aria-hidden=true alt=''>", ["‹Picture→b›"]),
      ("<figure><img src=b alt='A ship'><figcaption>A ship</figcaption></figure>", ["‹Picture→b›", "_A ship_"]),
      (
        "<figure><a href=l><img src=b alt='A ship'></a><figcaption><p>A ship, <a href=u>Ulm</a></figcaption></figure>",
        ["‹Picture→b› → ‹link→l›", "__A ship,_ _‹Ulm→u›_"]
      ),
      ("<img src=b alt='A ship in Kiel'><figcaption>A ship</figcaption>c", ["‹Picture: A ship in Kiel→b›", "c"]),
      (
        "<img src=b alt='A ship in Kiel'><figcaption><a href=u>A ship</a></figcaption>",
        ["‹Picture: A ship in Kiel→b›", "_‹A ship→u›_"]
      ),
      ("<img src=b alt='A ship'><figcaption>Kiel</figcaption>", ["‹Picture: A ship→b›", "_Kiel_"]),
      (
        "A ship<figcaption></figcaption><img src=b alt='A ship'><figcaption></figcaption>",
        ["A ship", "‹Picture: A ship→b›"]
      ),
      (#"<p>a</p><p><img src=b.png></p><p>c</p>"#, ["a", "_‹Picture→b.png›", "_c"]),
      (#"<a href="l"><img src="b.png"></a>"#, ["‹Picture→b.png› → ‹link→l›"]),
      (#"<a href="b.png"><img src="b.png" alt=""></a>"#, ["‹Picture→b.png›"]),
      (#"<a href="s1600/b.JPG?x"><img src="s320/b.jpg"></a>"#, ["‹Picture→s1600/b.JPG?x›"]),
      (##"<a href="#top"><img src="b"></a>"##, ["‹Picture→b›"]),
      (#"<a href=l><img src=b><h3>T</h3></a>"#, ["‹Picture→b› → ‹link→l›", "_h3 ‹T→l›"]),
      (#"<img src="data:image/gif;base64,AA" data-src="b.png">"#, ["‹Picture→b.png›"]),
      (#"<img src="wait.gif" data-original="b.png">"#, ["‹Picture→b.png›"]),
      (#"<img src="data:x" srcset="a 100w, b 300w,c 200w">"#, ["‹Picture→b›"]),
      (#"<img srcset="w_1,q.png 1x, w_2,q.png 2x">"#, ["‹Picture→w_2,q.png›"]),
      (#"<img srcset="a, b">"#, ["‹Picture→a›"]),
      (#"<img src="data:x" data-lazy-src=b><noscript><img src=b alt=c></noscript>"#, ["‹Picture→b›"]),
      (#"<picture><source srcset="a.webp"><img src="b.png" alt=x></picture>"#, ["‹Picture: x→b.png›"]),
      (#"<picture><source srcset="data:image/webp;base64,A 1x"><img src="data:image/png;base64,B"></picture>a"#, ["a"]),
      (#"<picture><source srcset="DATA:image/webp;base64,A 2x, b.webp"><img></picture>"#, ["‹Picture→b.webp›"]),
      (#"<picture><source srcset="a.webp"><img alt=x></picture><img alt=y>"#, ["‹Picture: x→a.webp›", "y"]),
      ("<img src=b width=600 height=32>", ["‹Picture→b›"]),
      ("<img src=b width=20 height=600 alt=t>", ["‹Picture: t→b›"]),
      ("<a href=l><img src=b width=600 height=20></a>", ["‹Picture→b› → ‹link→l›"]),
      ("<figure><img src=b width=300 height=24 alt=Sparkline></figure>", ["‹Picture: Sparkline→b›"]),
      ("<img src=b class='aftermath-photo' alt=a>", ["‹Picture: a→b›"]),
      ("<img src='/twemoji.png' alt=a>", ["‹Picture: a→/twemoji.png›"]),
      ("<img src=b width=16 height=16>", ["‹Picture→b›"]), ("<img src=b class=latex alt=''>", ["‹Picture→b›"]),
      ("a <img src=b width=16 height=16 alt=''> c", ["a c"]),
      (#"<img alt="no source">"#, ["no source"]), (#"<img>x"#, ["x"]),
      ("<img src=b title=t width=400px height=100%>", ["‹Picture: t→b›"]),
      (#"a<iframe src="f" title="t">no frames</iframe>b"#, ["a", "‹Frame: t→f›", "b"]),
      (
        #"<iframe src="https://www.youtube-nocookie.com/embed/abc_DEF-123?rel=0"></iframe>"#,
        ["‹Video→https://www.youtube.com/watch?v=abc_DEF-123›"]
      ),
      (
        #"<iframe src="https://www.youtube.com/embed/videoseries?list=x"></iframe>"#,
        ["‹Video→https://www.youtube.com/embed/videoseries?list=x›"]
      ),
      (#"a<iframe src="about:blank"></iframe>"#, ["a"]),
      (#"<iframe src="About:blank" data-src="f"></iframe>"#, ["‹Frame→f›"]),
      (#"<iframe data-src="//player.vimeo.com/video/1"></iframe>"#, ["‹Video→//player.vimeo.com/video/1›"]),
      ("<video poster=p><source src=v><source src=w>Not supported</video>a", ["‹Video→v›", "a"]),
      ("<video src=v aria-label=Waves></video>", ["‹Video: Waves→v›"]),
      ("<video>Not supported</video>", ["Not supported"]),
      (
        "a<amp-img src=b alt='A ship'><noscript><img src=b alt='A ship'></noscript></amp-img>c",
        ["a", "‹Picture: A ship→b›", "c"]
      ),
      ("<amp-youtube data-videoid=abc_DEF-123></amp-youtube>", ["‹Video→https://www.youtube.com/watch?v=abc_DEF-123›"]),
      ("<amp-video title=Waves><source src=v></amp-video>", ["‹Video: Waves→v›"]),
      ("<amp-iframe src=f title=t><div placeholder>wait</div></amp-iframe>", ["‹Frame: t→f›"]),
      ("<amp-audio src=v>no</amp-audio><amp-ad src=x></amp-ad>", ["‹Audio→v›"]),
      ("<audio controls src=v>no</audio>", ["‹Audio→v›"]), ("<video><source src=v>", ["‹Media→v›"]),
      ("<object data=f.swf><embed src=f.swf></object>", ["‹Frame→f.swf›"]), ("<embed src=f>", ["‹Frame→f›"]),
      ("<ul><li><img src=b><li>c</ul>", ["• ‹Picture→b›", "• c"]),
      ("<blockquote><img src=b></blockquote>", ["> ‹Picture→b›"]),
      ("<table><tr><td>a <img src=b> c<td>d<tr><td>e<td>f</table>", ["table/a ‹Picture→b› c\td/e\tf"]),
    ] as [(String, [String])])
  func `embedded pictures, videos and frames become lines that link to them`(html: String, expected: [String]) {
    #expect(shown(html) == expected)
  }

  @Test(
    arguments: [
      ("a<img src=b>c", [nil, .init("b"), nil]),
      ("<img src=b width=640 height=480>", [.init("b", size: .init(width: 640, height: 480))]),
      ("<img src=b style='width: 64px; height:48px'>", [.init("b", size: .init(width: 64, height: 48))]),
      ("<img src=b width=1 height=1 style='width:3in;height:72pt'>", [.init("b", size: .init(width: 288, height: 96))]),
      ("<img src=b width=640>", [.init("b")]), ("<img src=b width=100% height=auto>", [.init("b")]),
      ("<img src=b width=-640 height=99999999999999999999>", [.init("b")]),
      ("<a href=large.png><img src=b></a>", [.init("b")]), ("<a href=l><img src=b></a>", [.init("b")]),
      ("<picture><source srcset=a.webp><img src=b alt=x></picture>", [.init("b")]),
      ("<img src=t.gif width=1 height=1><img src=e.png width=16 alt=e>", [nil]),
      ("<iframe src=f></iframe><video src=v></video>", [nil, nil]),
    ] as [(String, [RichText.Picture?])])
  func `the line of a picture has the picture and its declared size`(
    html: String, expected: [RichText.Picture?]
  ) {
    #expect(RichText(html: html).blocks.map(\.picture) == expected)
  }
}
