/**
 * Returns the first `count` sentences of a text. The default is three, because the first two may only state counts. A
 * mark inside double quotes, as in JSON, does not end a sentence.
 */
export function firstSentences(text: string, count = 3): string {
  return [...text.matchAll(/(?:"(?:[^"\\]|\\.)*"|[^.!?]|[.!?](?=\S))+[.!?]?/gs)]
    .slice(0, count)
    .map(([sentence]) => sentence)
    .join('')
}
