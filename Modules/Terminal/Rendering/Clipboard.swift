import Foundation

/// What is to be written to a terminal so that it puts a text on the user's clipboard (OSC 52; xterm, ctlseqs, "Operating
/// System Commands"). Terminals that do not know it, or are told not to, do nothing.
public func clipboard(_ text: String) -> String {
  "\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{07}"
}
