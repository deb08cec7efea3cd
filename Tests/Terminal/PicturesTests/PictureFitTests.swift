import Pictures
import Terminal
import Testing

struct PictureFitTests {
  @Test(arguments: [
    // At its natural size, if it fits.
    (740, 320, 200, 100, 8, 16, 93, 20), (8, 16, 80, 24, 8, 16, 1, 1), (80, 160, 10, 10, 8, 16, 10, 10),
    (740, 320, 200, 100, 18, 36, 41, 9),
    // Limited by the available width or height.
    (740, 740, 40, 1000, 8, 16, 40, 20), (740, 14_957, 78, 100_000, 8, 16, 78, 788), (100, 400, 80, 10, 8, 16, 5, 10),
    (1000, 10, 20, 10, 8, 16, 20, 1),
    // At least one cell.
    (1, 1, 80, 24, 8, 16, 1, 1), (32_767, 1, 1, 1, 8, 16, 1, 1), (1, 32_767, 80, 24, 8, 16, 1, 24),
    (10, 10, 1, 1, 512, 2, 1, 1),
  ])
  func `a picture covers the cells for its pixels, scaled down to fit the room`(
    width: Int, height: Int, columns: Int, rows: Int, cellWidth: Int, cellHeight: Int, coveredColumns: Int,
    coveredRows: Int
  ) {
    let cells = PixelSize(width: width, height: height)
      .cells(in: Size(width: columns, height: rows), cell: PixelSize(width: cellWidth, height: cellHeight))
    #expect(cells == Size(width: coveredColumns, height: coveredRows))
  }

  @Test(arguments: [
    (0, 1, 80, 24, 8), (1, 0, 80, 24, 8), (1, 1, 0, 24, 8), (1, 1, 80, 0, 8), (1, 1, 80, 24, 0), (1, 1, 80, 24, -8),
  ])
  func `a picture covers no cells if it has no pixels, room or cell size`(
    width: Int, height: Int, columns: Int, rows: Int, cell: Int
  ) {
    let size = PixelSize(width: width, height: height)
    let room = Size(width: columns, height: rows)
    #expect(size.cells(in: room, cell: PixelSize(width: cell, height: 16)) == Size(width: 0, height: 0))
    #expect(size.cells(in: room, cell: PixelSize(width: 8, height: cell)) == Size(width: 0, height: 0))
  }

  @Test func `a cell of unknown size is twice as high as wide`() {
    #expect(PixelSize(width: 80, height: 80).cells(in: Size(width: 80, height: 24)) == Size(width: 10, height: 5))
  }

  @Test(arguments: [(1, 1), (740, 14_957), (100, 7), (3, 50), (320, 320)])
  func `the rows of a picture together cover all its pixels`(height: Int, rows: Int) throws {
    let size = PixelSize(width: 60, height: height)
    let cells = Size(width: 10, height: rows)
    #expect(size.part(inRows: 0..<rows, of: cells) == PicturePart(top: 0, size: size, cells: cells))
    var bottom = 0
    for row in 0..<rows {
      let part = try #require(size.part(inRows: row..<(row + 1), of: cells))
      #expect(part.cells == Size(width: 10, height: 1))
      #expect(part.size.width == 60)
      #expect(part.size.height >= 1)
      #expect(part.top + part.size.height <= height)
      if height >= rows { #expect(part.top == bottom) }
      bottom = part.top + part.size.height
    }
    #expect(bottom == height)
  }

  @Test func `rows beyond the picture are cut off, and rows outside it have no part`() throws {
    let size = PixelSize(width: 60, height: 100)
    let cells = Size(width: 10, height: 10)
    #expect(
      size.part(inRows: -5..<3, of: cells)
        == PicturePart(top: 0, size: PixelSize(width: 60, height: 30), cells: Size(width: 10, height: 3)))
    #expect(
      size.part(inRows: 7..<50, of: cells)
        == PicturePart(top: 70, size: PixelSize(width: 60, height: 30), cells: Size(width: 10, height: 3)))
    for rows in [-3..<0, 10..<12, 4..<4] { #expect(size.part(inRows: rows, of: cells) == nil) }
    #expect(size.part(inRows: 0..<1, of: Size(width: 0, height: 10)) == nil)
    #expect(size.part(inRows: 0..<1, of: Size(width: 10, height: 0)) == nil)
  }
}
