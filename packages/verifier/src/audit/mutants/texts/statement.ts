/** Whether a text is a statement: it has at least three words, unlike most names, and is not the header of a table. */
export function isStatement(text: string): boolean {
  return hasThreeWords(text) && /\s/.test(text) && !/^[\w-]+(,[\w-]+)+\r?\n/.test(text)
}

/** Whether two words of several letters have one word between them. Reads the text once, whatever is in it. */
function hasThreeWords(text: string): boolean {
  let [first, second] = ['', '']
  for (const [word] of text.matchAll(/\p{L}+/gu)) {
    if (hasLetters(first) && second !== '' && hasLetters(word)) return true
    first = second
    second = word
  }
  return false
}

function hasLetters(word: string): boolean {
  return /^\p{L}{2}/u.test(word)
}
