/** Reduces a code to its letters and digits, in lower case and without accents. */
export function foldCode(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{Nd}]/gu, '')
}
