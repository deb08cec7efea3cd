import Essentials
import Testing

struct ChecksumTests {
  func sut(_ add: (inout Checksum) -> Void) -> UInt64 {
    var sut = Checksum()
    add(&sut)
    return sut.value
  }

  /// Test vectors of the authors of FNV.
  @Test(arguments: [
    ("", 0xcbf2_9ce4_8422_2325 as UInt64), ("a", 0xaf63_dc4c_8601_ec8c), ("foobar", 0x8594_4171_f739_67e8),
  ])
  func `a checksum is the FNV-1a hash of its bytes`(text: String, value: UInt64) {
    #expect(sut { $0.add(text.utf8) } == value)
    #expect(sut { sut in for byte in text.utf8 { sut.add([byte]) } } == value)
  }

  @Test func `a number is added as eight bytes in little-endian order`() {
    #expect(sut { $0.add(0x0807_0605_0403_0201) } == sut { $0.add([1, 2, 3, 4, 5, 6, 7, 8]) })
  }

  @Test func `byte sequences that are divided differently have different checksums`() {
    let parts = [["ab", "c"], ["a", "bc"], ["abc"], ["abc", ""], ["", "abc"]]
    let sums = parts.map { parts in sut { sut in for part in parts { sut.add(part: part.utf8) } } }
    #expect(Set(sums).count == parts.count)
  }

  @Test func `a checksum by words changes with any flipped bit or missing byte`() {
    let bytes = Data("The lamp at four in the night sky".utf8)
    let whole = sut { $0.add(words: bytes) }
    #expect(sut { $0.add(words: bytes) } == whole)
    #expect(
      sut { $0.add(words: Data("lamp".utf8)) } == sut { $0.add("lamp".utf8) },
      "bytes that fill no word are added one by one")
    var sums: Set<UInt64> = [whole]
    for index in bytes.indices {
      for bit in 0..<8 {
        var wrong = bytes
        wrong[index] ^= 1 << bit
        sums.insert(sut { $0.add(words: wrong) })
      }
      var short = bytes
      short.remove(at: index)
      sums.insert(sut { $0.add(words: short) })
    }
    #expect(sums.count == 1 + 9 * bytes.count)
  }

  @Test func `a checksum of a part changes with any flipped bit`() {
    let bytes = Array("The lamp room".utf8)
    let whole = sut { $0.add(part: bytes) }
    for index in bytes.indices {
      for bit in 0..<8 {
        var wrong = bytes
        wrong[index] ^= 1 << bit
        #expect(sut { $0.add(part: wrong) } != whole)
      }
    }
  }
}
