/// Returns the minutes that a text takes to read, at least 1: at 230 words a minute, or 500 characters a minute in
/// scripts that do not separate words by spaces. (Marc Brysbaert, "How many words do we read per minute?", 2019, found
/// 238 words a minute for English prose.)
func readingMinutes(of text: String) -> Int {
  var words = 0
  var characters = 0
  var isInWord = false
  for scalar in text.unicodeScalars {
    switch scalar.value {
    case 0...0x20, 0x85, 0xA0, 0x2000...0x200B, 0x3000: isInWord = false
    case 0x3001...0x303F, 0xFF00...0xFF65: isInWord = false
    case 0x3041...0x30FF, 0x3400...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF:
      characters += 1
      isInWord = false
    default:
      if !isInWord { words += 1 }
      isInWord = true
    }
  }
  return max(1, Int((Double(words) / 230 + Double(characters) / 500).rounded()))
}
