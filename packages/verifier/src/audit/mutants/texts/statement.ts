/** Whether a text states something: at least three words, which a name seldom has, and not the header of a table. */
export function isStatement(text: string): boolean {
  return (
    /\p{L}{2,}[^\p{L}]+\p{L}+[^\p{L}]+\p{L}{2,}/u.test(text) && /\s/.test(text) && !/^[\w-]+(,[\w-]+)+\r?\n/.test(text)
  )
}
