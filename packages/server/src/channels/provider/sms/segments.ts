/** The characters of the GSM 03.38 alphabet other than ASCII letters, digits and line ends. */
const marks = '@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./:;<=>?¡ÄÖÑÜ§¿äöñüà'
/** Characters of its extension table, which take two places each; they include form feed. */
const extended = '^{}\\[~]|€\f'

/**
 * Returns the number of SMS segments of a text. A single segment holds 160 places of the GSM alphabet, each of several
 * segments 153; if the alphabet lacks a character, 70 and 67 UTF-16 units. No segment ends within a character (3GPP TS
 * 23.038, 6.1.1 and 6.2.1).
 */
export function countSegments(text: string): number {
  const places: number[] = []
  const units: number[] = []
  for (const character of text) {
    places.push(placesInGsm(character))
    units.push(character.length)
  }
  return places.includes(Number.NaN)
    ? fill(units, { alone: 70, joined: 67 })
    : fill(places, { alone: 160, joined: 153 })
}

/** NaN for a character that the alphabet lacks. */
function placesInGsm(character: string): number {
  if (/[A-Za-z0-9\r\n]/.test(character) || marks.includes(character)) return 1
  return extended.includes(character) ? 2 : Number.NaN
}

function fill(
  sizes: readonly number[],
  { alone, joined }: { readonly alone: number; readonly joined: number },
): number {
  if (sizes.reduce((sum, size) => sum + size, 0) <= alone) return 1
  let segments = 1
  let filled = 0
  for (const size of sizes) {
    if (filled + size > joined) {
      segments++
      filled = 0
    }
    filled += size
  }
  return segments
}
