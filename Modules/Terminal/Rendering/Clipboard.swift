import Essentials
import TextLayout

/// Returns the sequence that copies a text to the clipboard (OSC 52; xterm, ctlseqs, "Operating System Commands").
/// Terminals that do not know it, or that are configured not to, ignore it.
///
/// The text is copied as it is shown on the screen. No control character reaches the clipboard, because a shell would
/// obey it when the text is pasted.
/// - Parameters:
///   - text: The text.
///   - savingLines: Whether line breaks are preserved, as in the text of a post. Otherwise they become spaces.
public func clipboard(_ text: String, savingLines: Bool = false) -> String {
  let harmless = savingLines ? TextLayout.paragraphs(text) : TextLayout.line(text)
  return "\u{1B}]52;c;\(Data(harmless.utf8).base64EncodedString())\u{07}"
}
