/**
 * The first sentences of a text, by default two: the first often only counts. A mark that ends a sentence does not
 * count inside double quotes, as in JSON.
 */
export function firstSentences(text: string, count = 2): string {
  return [...text.matchAll(/(?:"(?:[^"\\]|\\.)*"|[^.!?]|[.!?](?=\S))+[.!?]?/gs)]
    .slice(0, count)
    .map(([sentence]) => sentence)
    .join('')
}
