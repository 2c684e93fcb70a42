import type { Random } from '@carebench/protocol'

/** Characters and their misreadings. No digit is ever misread as another digit. */
const confusions: readonly (readonly [string, string])[] = [
  ['0', 'O'],
  ['1', 'l'],
  ['5', 'S'],
  ['8', 'B'],
  ['O', '0'],
  ['l', '1'],
  ['I', 'l'],
  ['S', '5'],
  ['B', '8'],
  ['rn', 'm'],
  ['m', 'rn'],
  ['cl', 'd'],
  ['h', 'b'],
  ['e', 'c'],
]

/**
 * Simulates character recognition of a poor copy. In the given share of the words, one character is misread, or the
 * space after the word is lost; line ends and page ends stay. The text stays readable:
 *
 * - No number turns into another: a misread number contains a letter, and a number of one digit is never misread.
 * - A word gains a digit only if it has at least four letters and no digit.
 * - Spaces are lost between letters only.
 *
 * Always draws two random numbers for each word.
 */
export function misread(text: string, share: number, random: Random): string {
  return text.replace(/(\S+)(?:( )(?=(\S)))?/g, (whole, word: string, space = '', next = '') => {
    const [chance, choice] = [fraction(random), fraction(random)]
    if (chance >= share) return whole
    const places = misreadPlaces(word)
    const losesSpace = space !== '' && /\p{L}$/u.test(word) && /\p{L}/u.test(next)
    const chosen = Math.floor(choice * (places.length + (losesSpace ? 1 : 0)))
    const misreading = places[chosen]
    if (misreading === undefined) return losesSpace ? word : whole
    const [shown, taken, place] = misreading
    return word.slice(0, place) + taken + word.slice(place + shown.length) + space
  })
}

/** Returns a uniform number from 0 to below 1. */
function fraction(random: Random): number {
  return random.uint32() / 0x1_0000_0000
}

/** Maximum number of places considered for each confusion in a word. */
const maxPlaces = 1000

/** Returns every way to misread one place of a word: the shown characters, their misreading, and the place. */
function misreadPlaces(word: string): readonly (readonly [shown: string, taken: string, place: number])[] {
  const digits = word.match(/\d/g)?.length ?? 0
  const letters = word.match(/\p{L}/gu)?.length ?? 0
  const mayGainDigit = digits === 0 && letters >= 4
  return confusions.flatMap(([shown, taken]) => {
    if (/\d/.test(taken) && !mayGainDigit) return []
    if (/\d/.test(shown) && digits < 2) return []
    return findPlaces(word, shown).map((place) => [shown, taken, place] as const)
  })
}

function findPlaces(word: string, part: string): number[] {
  const places: number[] = []
  for (let place = word.indexOf(part); place !== -1 && places.length < maxPlaces; place = word.indexOf(part, place + 1))
    places.push(place)
  return places
}
