import Essentials
import TextLayout

/// What is to be written to a terminal so that it puts a text on the user's clipboard (OSC 52; xterm, ctlseqs, "Operating
/// System Commands"). Terminals that do not know it, or are told not to, do nothing.
///
/// What is copied is what is shown: no control character of the text reaches the clipboard, because what is pasted into a
/// shell would be obeyed.
/// - `savingLines`: whether a line break stays one, as in the text of a post; otherwise it becomes a space.
public func clipboard(_ text: String, savingLines: Bool = false) -> String {
  let harmless = savingLines ? TextLayout.paragraphs(text) : TextLayout.line(text)
  return "\u{1B}]52;c;\(Data(harmless.utf8).base64EncodedString())\u{07}"
}
