import { decompose } from './decompose.js'

/**
 * Folds a text for comparison: case, accents, compatibility forms and white space are normalized; apostrophes are
 * removed and other punctuation separates words, but a decimal point between digits stays. Strokes through characters
 * stay; invisible characters are removed.
 */
export function foldText(text: string): string {
  return decompose(text.replace(/\p{Default_Ignorable_Code_Point}/gu, ''))
    .replace(/(?![\u0335-\u0338\u20d2\u20d3\u20e5])\p{M}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replace(/['’‘ʼ]/gu, '')
    .replace(/(?<!\d)\.|\.(?!\d)|[^\P{P}.]+|\s+/gu, ' ')
    .replace(/ {2,}/gu, ' ')
    .trim()
}
