import { decompose } from './decompose.js'
import { joinWords } from './joined-words.js'
import { foldLookalikes } from './lookalikes.js'
import { readEntities } from './markup.js'

/**
 * Folds a text for comparison: case, accents, compatibility forms and white space are normalized; apostrophes are
 * removed and other punctuation separates words, but a decimal point between digits stays. Strokes through characters
 * stay; invisible characters are removed. With `isRead`, also reads what imitates a word as that word: look-alikes,
 * entities of HTML, and words broken by hyphens, over lines or into letters.
 */
export function foldText(text: string, isRead = false): string {
  return foldForm(isRead ? readBroken(text) : text)
}

function readBroken(text: string): string {
  const plain = decompose(readEntities(text).replace(/\p{Default_Ignorable_Code_Point}/gu, '')).replace(/\p{M}/gu, '')
  return joinWords(foldLookalikes(plain), '').replace(/(?<=\p{L})[-‐‑._*](?=\p{L})/gu, '')
}

function foldForm(text: string): string {
  return decompose(text.replace(/\p{Default_Ignorable_Code_Point}/gu, ''))
    .replace(/(?![\u0335-\u0338\u20d2\u20d3\u20e5])\p{M}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replace(/['’‘ʼ]/gu, '')
    .replace(/(?<!\d)\.|\.(?!\d)|[^\P{P}.]+|\s+/gu, ' ')
    .replace(/ {2,}/gu, ' ')
    .trim()
}
