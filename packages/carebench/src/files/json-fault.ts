// Strings contain escapes, and all characters from U+0020 on except the quotation mark and the backslash.
const string = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/
const scalar = new RegExp(`${string.source}|${number.source}|true|false|null`, 'y')

type Expected = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end'

/**
 * Returns the index of the first character at which a text is not JSON, which the platform's parser does not always
 * report; the length of the text if it ends too early.
 */
export function findJsonFault(text: string): number {
  const closers: string[] = []
  let expected: Expected = 'value'
  let at = 0
  for (;;) {
    while (/[\t\n\r ]/.test(text[at] ?? '')) at++
    const character = text[at]
    const closer = closers.at(-1)
    const isEnd = expected === 'comma or end' && closer === undefined
    if (character === undefined || isEnd) return at
    if (expected.endsWith('or end') && character === closer) {
      closers.pop()
      expected = 'comma or end'
    } else if (expected === 'comma or end') {
      if (character !== ',') return at
      expected = closer === '}' ? 'key' : 'value'
    } else if (expected === 'colon') {
      if (character !== ':') return at
      expected = 'value'
    } else if (expected.startsWith('value') && (character === '{' || character === '[')) {
      closers.push(character === '{' ? '}' : ']')
      expected = character === '{' ? 'key or end' : 'value or end'
    } else {
      const isKey = expected.startsWith('key')
      scalar.lastIndex = at
      const length = isKey && character !== '"' ? 0 : (scalar.exec(text)?.[0].length ?? 0)
      if (length === 0) return at
      at += length - 1
      expected = isKey ? 'colon' : 'comma or end'
    }
    at++
  }
}
