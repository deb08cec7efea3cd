import Foundation
import Pictures
import Terminal
import Testing

struct OutputTests {
  let png: Picture
  let part = PicturePart(top: 32, size: PixelSize(width: 740, height: 64), cells: Size(width: 80, height: 5))

  init() throws { png = try Picture(Data(PictureFiles.png(740, 320))) }

  func large(_ count: Int) throws -> Picture {
    let header = PictureFiles.png(3, 4)
    return try Picture(Data(header + (header.count..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }))
  }

  @Test func `a small picture is transmitted in one sequence`() {
    let base64 = png.bytes.base64EncodedString()
    #expect(
      KittyGraphics.transmit(png, id: 7) == ["\u{1B}_Ga=t,f=100,t=d,i=7,q=2,m=0;\(base64)\u{1B}\\"])
  }

  @Test(arguments: [(3071, 1), (3072, 1), (3073, 2), (6144, 2), (6145, 3), (100_000, 33)])
  func `a large picture is transmitted in chunks of at most 4,096 bytes`(count: Int, chunks: Int) throws {
    let picture = try large(count)
    let sequences = KittyGraphics.transmit(picture, id: .max)
    #expect(sequences.count == chunks)
    var bytes = Data()
    for (index, sequence) in sequences.enumerated() {
      let match = try #require(sequence.wholeMatch(of: /\u{1B}_G([a-z0-9=,]*);([A-Za-z0-9+\/=]*)\u{1B}\\/))
      #expect(match.2.utf8.count <= 4096)
      let more = index == chunks - 1 ? 0 : 1
      #expect(match.1 == (index == 0 ? "a=t,f=100,t=d,i=4294967295,q=2,m=\(more)" : "q=2,m=\(more)"))
      bytes += try #require(Data(base64Encoded: String(match.2)))
    }
    #expect(bytes == picture.bytes)
  }

  @Test func `a part of a picture is placed by its id without moving the cursor`() {
    #expect(
      KittyGraphics.place(part, id: 7) == "\u{1B}_Ga=p,i=7,p=1,x=0,y=32,w=740,h=64,c=80,r=5,C=1,q=2\u{1B}\\")
  }

  @Test func `hide removes a picture from the screen, forget also from the terminal's memory`() {
    #expect(KittyGraphics.hide(id: 7) == "\u{1B}_Ga=d,d=i,i=7,q=2\u{1B}\\")
    #expect(KittyGraphics.forget(id: 7) == "\u{1B}_Ga=d,d=I,i=7,q=2\u{1B}\\")
  }

  @Test func `the kitty protocol shows only PNG but parts too, iTerm2 every format but no parts`() {
    #expect(Picture.Format.allCases.filter(PictureProtocol.kitty.canShow) == [.png])
    #expect(Picture.Format.allCases.filter(PictureProtocol.iTerm.canShow) == Picture.Format.allCases)
    #expect(PictureProtocol.kitty.showsParts)
    #expect(!PictureProtocol.iTerm.showsParts)
  }

  @Test(arguments: [PictureFiles.png(3, 4), PictureFiles.jpeg(3, 4), PictureFiles.gif(3, 4)])
  func `iTerm2 shows a picture of any format in the given number of cells`(bytes: [UInt8]) throws {
    let output = ITermImages.show(try Picture(Data(bytes)), cells: Size(width: 40, height: 12))
    let arguments = "inline=1;size=\(bytes.count);width=40;height=12;preserveAspectRatio=1;doNotMoveCursor=1"
    #expect(output == "\u{1B}]1337;File=\(arguments):\(Data(bytes).base64EncodedString())\u{07}")
  }
}
