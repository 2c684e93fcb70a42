/**
 * Returns the first sentences of a text, by default three: up to two only count. A mark that ends a sentence does not
 * count inside double quotes, as in JSON.
 */
export function firstSentences(text: string, count = 3): string {
  return [...text.matchAll(/(?:"(?:[^"\\]|\\.)*"|[^.!?]|[.!?](?=\S))+[.!?]?/gs)]
    .slice(0, count)
    .map(([sentence]) => sentence)
    .join('')
}
