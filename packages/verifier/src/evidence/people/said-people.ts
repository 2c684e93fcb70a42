import { finish, type Steps } from '@carebench/protocol/wire'
import { foldLookalikes, foldText, SpokenText } from '@carebench/text'
import { decodedTexts } from './decoded-texts.js'

/** The details in a text that can identify a person, in forms that do not depend on spelling. */
export interface SaidValues {
  /** References to people, as `Patient/p1`. */
  readonly references: ReadonlySet<string>
  /** Runs of up to six words, joined; also pairs with a word between them, and spelled words. */
  readonly runs: ReadonlySet<string>
  /** Dates, as `2026-01-05`. */
  readonly dates: ReadonlySet<string>
  /** Telephone numbers and e-mail addresses. */
  readonly contacts: ReadonlySet<string>
  /** Those to which a record is sent. */
  readonly recipients: ReadonlySet<string>
}

/** Maximum number of words in a full name: María de los Ángeles García López. */
const maxRunWords = 6

/** Whether a detail of a text is relevant; a long text has hundreds of thousands. */
export type IsKnown = (what: keyof SaidValues, said: string) => boolean

/** Returns the details in texts; a run of words never spans two texts. */
export function saidValuesIn(texts: Iterable<string>): SaidValues {
  return finish(saidValuesInSteps(texts, () => true))
}

/** The number of characters of texts, and of details, that are read before a pause. */
export const beforePause = 20_000

/** Returns the known details in texts. The contacts in `recipients` are those to which a record is sent. */
export function* saidValuesInSteps(
  texts: Iterable<string>,
  isKnown: IsKnown,
  recipients: readonly string[] = [],
): Steps<SaidValues> {
  const said = {
    references: new Set<string>(),
    runs: new Set<string>(),
    dates: new Set<string>(),
    contacts: new Set<string>(),
    recipients: new Set<string>(),
  }
  for (const recipient of recipients) {
    const { contacts, ...others } = yield* saidValuesInSteps([recipient], isKnown)
    for (const contact of contacts) said.recipients.add(contact)
    for (const what of ['references', 'runs', 'dates'] as const) for (const one of others[what]) said[what].add(one)
  }
  let found = 0
  let read = 0
  for (const text of readForms(texts)) {
    if (text === undefined) {
      // What was looked for in a part of the text, and not found.
      read += beforePause / 10
      if (read < beforePause) continue
      read = 0
      yield
      continue
    }
    const words = yield* wordsInSteps(text)
    for (const { what, values, length } of findReaders(text, words)) {
      for (const value of values) {
        if (isKnown(what, value)) said[what].add(value)
        if (++found % beforePause === 0) yield
      }
      read += length
      if (read < beforePause) continue
      read = 0
      yield
    }
  }
  return said
}

/** Yields each text, and what it says when it is decoded; undefined where the reader may pause. */
function* readForms(texts: Iterable<string>): Iterable<string | undefined> {
  for (const text of texts) {
    yield text
    yield* inDigitsByPart(text)
    for (const decoded of decodedTexts(text)) {
      yield decoded
      if (decoded !== undefined) yield* inDigitsByPart(decoded)
    }
  }
}

function* inDigitsByPart(text: string): Iterable<string | undefined> {
  for (const part of splitText(text)) {
    for (const written of SpokenText.inDigits(part)) {
      yield written
      yield undefined
    }
  }
}

/** The values of one kind in a text or a part of it, and the number of characters that are searched for them. */
interface Reader {
  readonly what: keyof SaidValues
  readonly values: Iterable<string>
  readonly length: number
}

function* findReaders(text: string, words: readonly string[]): Iterable<Reader> {
  yield { what: 'runs', values: listRuns(words), length: text.length }
  for (const part of splitText(text)) {
    yield { what: 'references', values: referencesIn(part), length: part.length }
    yield { what: 'dates', values: datesIn(part), length: part.length }
    yield { what: 'contacts', values: contactsIn(part), length: part.length }
  }
}

/** Minimum number of characters that two parts have in common: more than a date or an address has. */
const overlap = 500

/**
 * Yields the parts of a long text, because a pattern that matches nowhere would read the whole text at once. The parts
 * overlap, and begin and end at a space if one is near.
 */
function* splitText(text: string): Iterable<string> {
  let start = 0
  while (text.length - start > 2 * beforePause) {
    const end = spaceBefore(text, start + beforePause)
    yield text.slice(start, end)
    start = spaceBefore(text, end - overlap)
  }
  yield text.slice(start)
}

function spaceBefore(text: string, end: number): number {
  for (let at = end; at > end - overlap; at--) if (text.charCodeAt(at) <= 0x20) return at
  return end
}

/** Merges the details of several texts. */
export function saidTogether(all: readonly SaidValues[]): SaidValues {
  const together = (what: keyof SaidValues) => new Set(all.flatMap((one) => [...one[what]]))
  return {
    references: together('references'),
    runs: together('runs'),
    dates: together('dates'),
    contacts: together('contacts'),
    recipients: together('recipients'),
  }
}

/** The end of a possessive. `Lopez's` names Lopez; foldText would make the word `lopezs`. */
const possessive =
  /['’‘ʼ＇]\p{Default_Ignorable_Code_Point}*[sｓ](?!\p{Default_Ignorable_Code_Point}*[\p{L}\p{M}\p{N}])/giu

/**
 * Returns the words of a text in folded letters and digits, without possessive endings, and with look-alikes of Latin
 * letters replaced: `MBR-1001's` has two.
 */
export function splitWords(text: string): readonly string[] {
  return foldText(foldLookalikes(text).replace(possessive, ''))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

/**
 * Characters between words. An apostrophe is not one, because it does not end a word, nor is a symbol such as ™, which
 * is folded to letters.
 */
const betweenWords = /[\s\p{Z}$+<=>^`|~]|[^\P{P}'’‘＇]/u

/** Returns the {@link splitWords} of a text, a long one read part by part. A word as long as a part is cut. */
function* wordsInSteps(text: string): Steps<readonly string[]> {
  if (text.length <= beforePause) return splitWords(text)
  const words: string[] = []
  for (let start = 0; start < text.length; yield) {
    const most = start + 2 * beforePause
    const between = text.slice(start + beforePause, most).search(betweenWords)
    const cut = isLowSurrogate(text.charCodeAt(most)) ? most - 1 : most
    const end = between === -1 ? cut : start + beforePause + between
    for (const word of splitWords(text.slice(start, end))) words.push(word)
    start = end
  }
  return words
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000
}

/** Minimum and maximum number of single letters or digits in a row that spell a word. */
const spelledLength = { min: 4, max: 1000 }

/**
 * Yields runs of words, pairs with one word between them, such as a middle initial, and spelled words: `M B R 1 0 0 1`.
 */
function* listRuns(words: readonly string[]): Iterable<string> {
  let spelled = ''
  for (const [from, first] of words.entries()) {
    let run = ''
    for (const word of words.slice(from, from + maxRunWords)) {
      run += word
      yield run
    }
    const after = words[from + 2]
    if (after !== undefined) yield `${first}${after}`
    if (first.length === 1 && spelled.length <= spelledLength.max) spelled += first
    if (first.length === 1 && from + 1 < words.length) continue
    if (spelled.length >= spelledLength.min && spelled.length <= spelledLength.max) yield spelled
    spelled = ''
  }
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const month = `(${months.join('|')})[a-z]*`
const day = '(\\d{1,2})(?:st|nd|rd|th)?'
const year = "['’‘]?(\\d{4}|\\d{2})(?!\\d)"

const yearFirst = /(?<!\d)(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/g
const compact = /(?<!\d)(\d{4})(\d{2})(\d{2})(?!\d)/g
const compactYearLast = /(?<!\d)(\d{2})(\d{2})(\d{4})(?!\d)/g
const yearLast = new RegExp(`(?<![\\d/])(\\d{1,2})([-/.])(\\d{1,2})\\2${year}`, 'g')
const monthNamed = new RegExp(`\\b${month}[\\s./-]{0,2}${day}[\\s,./-]{1,2}${year}`, 'gi')
const yearThenMonth = new RegExp(`(?<!\\d)(\\d{4})[\\s,./-]{1,2}${month}[\\s./-]{0,2}${day}(?!\\d)`, 'gi')
const dayNamed = new RegExp(`(?<!\\d)${day}[\\s./-]{0,2}(?:of )?${month}[\\s,./-]{0,2}${year}`, 'gi')

/**
 * Yields dates in ISO and HL7 notation, in numbers with the month or the day first, and with the name of the month. A
 * date identifies somebody only together with the full name, so a date that can be read in two ways counts as both.
 */
export function* datesIn(text: string): Iterable<string> {
  for (const [, y, , m, d] of text.matchAll(yearFirst)) yield toIsoDate(y, m, d)
  for (const [, y, m, d] of text.matchAll(compact)) yield toIsoDate(y, m, d)
  for (const [, one, , other, y] of text.matchAll(yearLast)) {
    yield toIsoDate(y, one, other)
    yield toIsoDate(y, other, one)
  }
  for (const [, one, other, y] of text.matchAll(compactYearLast)) {
    yield toIsoDate(y, one, other)
    yield toIsoDate(y, other, one)
  }
  for (const [, y, name, d] of text.matchAll(yearThenMonth)) yield toIsoDate(y, toMonth(name), d)
  for (const [, name, d, y] of text.matchAll(monthNamed)) yield toIsoDate(y, toMonth(name), d)
  for (const [, d, name, y] of text.matchAll(dayNamed)) yield toIsoDate(y, toMonth(name), d)
}

function toMonth(name = ''): string {
  return String(months.indexOf(name.toLowerCase()) + 1)
}

/** Returns a date as `2026-01-05`. A two-digit year is from 1930 to 2029, as in `$says`. */
function toIsoDate(writtenYear = '', monthNumber = '', dayNumber = ''): string {
  const century = writtenYear.length === 4 ? '' : Number(writtenYear) < 30 ? '20' : '19'
  return `${century}${writtenYear}-${monthNumber.padStart(2, '0')}-${dayNumber.padStart(2, '0')}`
}

/** Yields references to people, as `Patient/p1`: an id of any length names somebody after the type. */
function* referencesIn(text: string): Iterable<string> {
  for (const [reference] of text.matchAll(/(?<![A-Za-z])(?:Patient|RelatedPerson|Person)\/[A-Za-z0-9.-]{1,64}/g)) {
    yield reference
    // The end of a sentence.
    if (/[.-]$/.test(reference)) yield reference.replace(/[.-]{1,64}$/, '')
  }
}

/** Yields telephone numbers by their last ten digits, and e-mail addresses in lower case. */
export function* contactsIn(text: string): Iterable<string> {
  for (const [number] of text.matchAll(/\+?\(?\d(?:[ ().-]{0,2}\d){6,14}/g)) yield number.replace(/\D/g, '').slice(-10)
  yield* addressesIn(text)
}

const hosts = /@(?<=[\w.+-]@)[\w-]{1,63}(?:\.[\w-]{1,63})+/g
const local = /[\w.+-]/
const maxLocalLength = 64

/**
 * Yields e-mail addresses, found by their host: a pattern that begins with the local part would read every word 64
 * times.
 */
function* addressesIn(text: string): Iterable<string> {
  let read = 0
  for (const { index: at, 0: host } of text.matchAll(hosts)) {
    let start = at
    const least = Math.max(read, at - maxLocalLength)
    while (start > least && local.test(text.charAt(start - 1))) start--
    // The end of one address is not the local part of the next.
    if (start === at) continue
    read = at + host.length
    yield text.slice(start, read).toLowerCase()
  }
}

/** Words that begin the unit after the street of an address: `Apt 4`. */
const units: ReadonlySet<string> = new Set('apt apartment unit suite ste floor fl room rm'.split(' '))

/** Each word with its abbreviation or full form. */
const streets = /* @__PURE__ */ pairs(
  'street st avenue ave road rd drive dr lane ln boulevard blvd court ct place pl terrace ter parkway pkwy highway hwy',
)
const directions = /* @__PURE__ */ pairs(
  'north n south s east e west w northeast ne northwest nw southeast se southwest sw',
)

function pairs(words: string): ReadonlyMap<string, string> {
  return new Map(
    words
      .split(' ')
      .flatMap((word, index, all): [string, string][] => [
        [word, all[index % 2 === 0 ? index + 1 : index - 1] ?? word],
      ]),
  )
}

/**
 * Returns the house number and street of a postal address as runs of words, with street and direction written
 * out and abbreviated; none without both.
 */
export function streetsIn(address: string): readonly string[] {
  const words = splitWords(address.split(/[,\n]/, 1)[0] ?? '')
  const unitAt = words.findIndex((word) => units.has(word))
  const street = words.slice(0, unitAt < 0 ? maxRunWords : Math.min(unitAt, maxRunWords))
  if (!street.some((word) => /^\d+\p{L}?$/u.test(word)) || !street.some((word) => /\p{L}{3}/u.test(word))) return []
  const forms = [street, street.map((word) => streets.get(word) ?? word)].flatMap((words) => [
    words,
    words.map((word) => directions.get(word) ?? word),
  ])
  return [...new Set(forms.map((words) => words.join('')))]
}
