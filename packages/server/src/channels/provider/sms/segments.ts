/** What the alphabet of GSM 03.38 has in seven bits, but letters, digits and line ends. */
const marks = '@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./:;<=>?¡ÄÖÑÜ§¿äöñüà'
/** What takes two places there. */
const extended = '^{}\\[~]|€'

/** The number of segments that a text takes on the air: 160 characters of the GSM alphabet in one and 153 in each of several, 70 and 67 of others. */
export function segmentsOf(text: string): number {
  let places = 0
  for (const character of text) {
    if (/[A-Za-z0-9\r\n]/.test(character) || marks.includes(character)) places++
    else if (extended.includes(character)) places += 2
    else return partsOf(text.length, 70, 67)
  }
  return partsOf(places, 160, 153)
}

function partsOf(length: number, alone: number, joined: number): number {
  return length <= alone ? 1 : Math.ceil(length / joined)
}
