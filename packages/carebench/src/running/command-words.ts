/**
 * Splits a command line into words: separated by blanks, quoted by `'` or `"`, with `\` to escape a character. Nothing
 * is expanded. Throws a RangeError for an unclosed quote, and for an empty command line.
 */
export function splitCommand(text: string): readonly [string, ...string[]] {
  const words: string[] = []
  let word: string | undefined
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === "'" || character === '"') {
      const [quoted, end] = readQuoted(text, at)
      word = (word ?? '') + quoted
      at = end
    } else if (character === '\\' && at + 1 < text.length) {
      at++
      word = (word ?? '') + text.charAt(at)
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else {
      word = (word ?? '') + character
    }
  }
  if (word !== undefined) words.push(word)
  const [program, ...args] = words
  if (program === undefined) throw new RangeError('Expected a command, such as command:python3 agent.py.')
  return [program, ...args]
}

/** Reads the text within quotes that open at an index, and the index of the closing quote. */
function readQuoted(text: string, from: number): readonly [string, number] {
  const quote = text.charAt(from)
  let quoted = ''
  for (let at = from + 1; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === quote) return [quoted, at]
    if (quote === '"' && character === '\\' && /["\\]/.test(text.charAt(at + 1))) at++
    quoted += text.charAt(at)
  }
  throw new RangeError(`Expected a closing ${quote} in the command ${text}.`)
}
