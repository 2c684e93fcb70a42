import { decompose } from '../tokens/decompose.js'

/** Reduces a code to its letters and digits, in lower case and without accents. */
export function foldCode(text: string): string {
  return decompose(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{Nd}]/gu, '')
}
