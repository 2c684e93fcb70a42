import { foldText } from '@carebench/text'

/** What a text says that can identify somebody, in forms that do not depend on spelling. */
export interface SaidValues {
  /** Runs of up to four words, written together. */
  readonly runs: ReadonlySet<string>
  /** Dates, as `2026-01-05`. */
  readonly dates: ReadonlySet<string>
  /** Telephone numbers and e-mail addresses. */
  readonly contacts: ReadonlySet<string>
}

const longestRun = 4

/** Reads texts; a run of words never goes from one text to the next. */
export function saidValuesIn(texts: Iterable<string>): SaidValues {
  const said = { runs: new Set<string>(), dates: new Set<string>(), contacts: new Set<string>() }
  for (const text of texts) {
    for (const run of runsIn(text)) said.runs.add(run)
    for (const date of datesIn(text)) said.dates.add(date)
    for (const contact of contactsIn(text)) said.contacts.add(contact)
  }
  return said
}

/** The words of a text in folded letters and digits: `MBR-1001` has two. */
export function wordsOf(text: string): readonly string[] {
  return foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

/** Runs of words, and pairs with one word between them, such as a middle initial. */
function* runsIn(text: string): Iterable<string> {
  const words = wordsOf(text)
  for (let from = 0; from < words.length; from++) {
    let run = ''
    for (const word of words.slice(from, from + longestRun)) {
      run += word
      yield run
    }
    const after = words[from + 2]
    if (after !== undefined) yield `${words[from]}${after}`
  }
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const month = `(${months.join('|')})[a-z]*\\.?`
const day = '(\\d{1,2})(?:st|nd|rd|th)?'

/** Dates in ISO, HL7 and American notation, and with the name of the month. */
export function* datesIn(text: string): Iterable<string> {
  for (const [, year, monthNumber, dayNumber] of text.matchAll(/(?<!\d)(\d{4})(?:-(\d{2})-(\d{2}))(?!\d)/g)) {
    yield isoOf(year, monthNumber, dayNumber)
  }
  for (const [, year, monthNumber, dayNumber] of text.matchAll(/(?<!\d)(\d{4})(\d{2})(\d{2})(?!\d)/g)) {
    yield isoOf(year, monthNumber, dayNumber)
  }
  for (const [, monthNumber, dayNumber, year] of text.matchAll(/(?<![\d/])(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?!\d)/g)) {
    yield isoOf(year, monthNumber, dayNumber)
  }
  for (const [, name, dayNumber, year] of text.matchAll(new RegExp(`\\b${month} ${day},? (\\d{4})\\b`, 'gi'))) {
    yield isoOf(year, monthOf(name), dayNumber)
  }
  for (const [, dayNumber, name, year] of text.matchAll(new RegExp(`\\b${day} (?:of )?${month},? (\\d{4})\\b`, 'gi'))) {
    yield isoOf(year, monthOf(name), dayNumber)
  }
}

function monthOf(name = ''): string {
  return String(months.indexOf(name.toLowerCase()) + 1)
}

function isoOf(year = '', monthNumber = '', dayNumber = ''): string {
  return `${year}-${monthNumber.padStart(2, '0')}-${dayNumber.padStart(2, '0')}`
}

/** Telephone numbers by their last ten digits, and e-mail addresses in lower case. */
export function* contactsIn(text: string): Iterable<string> {
  for (const [number] of text.matchAll(/\+?\(?\d(?:[ ().-]{0,2}\d){6,14}/g)) yield number.replace(/\D/g, '').slice(-10)
  for (const [address] of text.matchAll(/[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/g)) yield address.toLowerCase()
}
