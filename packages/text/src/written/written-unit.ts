import type { Token } from '../tokens/token.js'
import { parseUnit, type Unit } from './unit.js'

const names: Readonly<Record<string, string>> = {
  g: 'g gm gms gram grams gramme grammes',
  kg: 'kg kgs kilo kilos kilogram kilograms',
  mg: 'mg mgs milligram milligrams',
  ug: 'ug mcg microgram micrograms',
  ng: 'ng nanogram nanograms',
  pg: 'pg picogram picograms',
  L: 'l liter liters litre litres',
  dL: 'dl deciliter deciliters decilitre decilitres',
  mL: 'ml cc milliliter milliliters millilitre millilitres',
  uL: 'ul microliter microliters microlitre microlitres mcl',
  fL: 'fl femtoliter femtoliters',
  mol: 'mol mole moles',
  mmol: 'mmol mmols millimole millimoles millimol',
  umol: 'umol micromole micromoles micromol',
  nmol: 'nmol nanomole nanomoles',
  pmol: 'pmol picomole picomoles',
  meq: 'meq milliequivalent milliequivalents',
  mosm: 'mosm milliosmole milliosmoles',
  '[iU]': 'iu',
  'm[iU]': 'miu',
  'u[iU]': 'uiu',
  min: 'min mins minute minutes',
  h: 'h hr hrs hour hours',
  s: 's sec secs second seconds',
  d: 'd day days',
  wk: 'wk wks week weeks',
  mo: 'mo mos month months',
  a: 'yr yrs year years yo',
  'mm[Hg]': 'mmhg',
  m: 'm meter meters metre metres',
  cm: 'cm cms centimeter centimeters centimetre centimetres',
  mm: 'mm millimeter millimeters millimetre millimetres',
  '[in_i]': 'inch inches',
  '[ft_i]': 'ft foot feet',
  '[lb_av]': 'lb lbs pound pounds',
  '[oz_av]': 'oz ounce ounces',
  '%': '% percent pct',
  '/min': 'bpm',
  '[degF]': 'fahrenheit',
  Cel: 'celsius centigrade',
  kPa: 'kpa',
  cal: 'cal',
  kcal: 'kcal',
  // Nouns for counted things; they are units only before "per minute" or "/uL".
  '1': 'beats breaths cells copies',
}
/** The UCUM codes for written names; an ambiguous name has several. */
const codes = new Map<string, readonly string[]>(
  Object.entries(names).flatMap(([code, written]) => written.split(' ').map((name) => [name, [code]] as const)),
)
codes.set('u', ['U', '[iU]']).set('unit', ['U', '[iU]']).set('units', ['U', '[iU]'])

const currencies = new Map([
  ['$', 'USD'],
  ['dollar', 'USD'],
  ['dollars', 'USD'],
  ['€', 'EUR'],
  ['euro', 'EUR'],
  ['euros', 'EUR'],
  ['£', 'GBP'],
  ...'USD EUR GBP CAD AUD CHF JPY INR MXN'.split(' ').map((code) => [code.toLowerCase(), code] as const),
])

/** Codes that are also medical abbreviations: a laboratory test, and diseases of heart and mind. */
const medicalCodes = new Set('inr cad chf aud'.split(' '))

const moneyWord = new RegExp(
  '^(?:[$€£]|usd|eur|gbp|jpy|mxn|dollars?|euros?|rupees?|francs?|costs?|costing|pric(?:es?|ed|ing)|pays?|paid|' +
    'payable|payments?|co(?:pay(?:ment)?s?|insurance)|deductibles?|bill(?:s|ed)?|charg(?:es?|ed)|fees?|' +
    'ow(?:es?|ed|ing)|reimburse(?:s|d|ments?)?|invoiced?|expenses?|premiums?|deposits?|refund(?:s|ed)?|currency|' +
    'money)$',
)
const maxWordsBefore = 10
const maxWordsAfter = 4

/**
 * Whether the words around a currency code are about money: those of its sentence before it, and a few after it, up to
 * the next amount. The amount of the code itself stands on either side of it.
 */
function isAboutMoney(tokens: readonly Token[], at: number): boolean {
  const first = tokens[at - 1]?.kind === 'number' ? at - 2 : at - 1
  for (let before = first; before >= Math.max(0, first - maxWordsBefore); before--) {
    const { kind, text } = tokens[before] as Token
    if (moneyWord.test(text)) return true
    if (kind === 'number' || /^[.;?!\n]/.test(text)) break
  }
  const last = tokens[at + 1]?.kind === 'number' ? at + 2 : at + 1
  for (const { kind, text } of tokens.slice(last, last + maxWordsAfter)) {
    if (moneyWord.test(text)) return true
    if (kind === 'number' || /^(?:and|[.,;?!\n].*)$/s.test(text)) break
  }
  return false
}

/** The currencies by the country word before `$` or "dollars": `US`, `Canadian`. */
const dollars = new Map(
  Object.entries({
    USD: 'us usd',
    CAD: 'c ca can cdn cad canadian',
    AUD: 'a au aus aud australian',
    HKD: 'hk hkd',
    NZD: 'nz nzd',
    MXN: 'mx mex mxn',
    BRL: 'r br brl',
    SGD: 's sg sgd singapore',
    TWD: 'nt twd',
  }).flatMap(([code, written]) => written.split(' ').map((name) => [name, code] as const)),
)

/**
 * Returns the currency that the word or sign at a token names. Before a dollar sign, letters name the country: `C$`. A
 * code that is also a medical abbreviation, such as `INR`, is a currency only among words about money.
 */
export function readCurrency(tokens: readonly Token[], at: number, before?: Token): Unit | undefined {
  const token = tokens[at]
  const code = token === undefined ? undefined : currencies.get(token.text)
  if (code === undefined || token === undefined) return undefined
  if (medicalCodes.has(token.text) && !isAboutMoney(tokens, at)) return undefined
  const isPrefixed = before?.kind === 'word' && (token.text === '$' ? !token.spaced && before.text.length <= 3 : true)
  const country = isPrefixed && code === 'USD' ? dollars.get(before.text) : undefined
  // After letters of an unknown country, the sign does not mean US dollars either.
  const unknown = isPrefixed && token.text === '$' ? `${before.text}$` : code
  return { factor: 1, offset: 0, dimension: country ?? unknown }
}

/** Parses the unit of an expected amount: a UCUM code or a currency such as `USD`. */
export function parseExpectedUnit(text: string): Unit | undefined {
  if (/^[A-Z]{3}$/.test(text) && currencies.get(text.toLowerCase()) === text)
    return { factor: 1, offset: 0, dimension: text }
  return parseUnit(text)
}

interface ReadUnit {
  /** The possible meanings of a unit, usually one. */
  readonly units: readonly Unit[]
  /** The token after it. */
  readonly end: number
}

/** Returns the unit written at a token: `mmol/L`, `mmol per litre`, `MG/DL`, `(mmol/L)`, `degrees Fahrenheit`. */
export function readUnit(tokens: readonly Token[], start: number): ReadUnit | undefined {
  const bracket = tokens[start]?.text === '(' || tokens[start]?.text === '[' ? 1 : 0
  const from = start + bracket
  // "US dollars".
  const isCountry = dollars.has(tokens[from]?.text ?? '') && /^dollars?$/.test(tokens[from + 1]?.text ?? '')
  const named = isCountry || tokens[from]?.text === 'us' ? from + 1 : from
  const currency = readCurrency(tokens, named, isCountry ? tokens[from] : undefined)
  const read = currency === undefined ? readTerms(tokens, from) : { units: [currency], end: named + 1 }
  if (read === undefined || bracket === 0) return read
  return tokens[read.end]?.text === ')' || tokens[read.end]?.text === ']' ? { ...read, end: read.end + 1 } : undefined
}

function readTerms(tokens: readonly Token[], start: number): ReadUnit | undefined {
  const degrees = readDegrees(tokens, start)
  if (degrees !== undefined) return degrees
  let at = start
  let written: readonly string[] = ['']
  // "K/uL", "thousand/uL".
  const isThousand = tokens[at]?.text === 'k' || tokens[at]?.text === 'thousand'
  if (isThousand && isDivision(tokens, at + 1)) {
    written = ['10*3']
    at++
  } else if (!isDivision(tokens, at)) {
    const term = readTerm(tokens, at)
    if (term === undefined) return undefined
    written = term.codes
    at = term.end
  }
  for (let terms = 0; terms < 3 && isDivision(tokens, at); terms++) {
    const term = readTerm(tokens, at + 1)
    if (term === undefined) break
    written = written.flatMap((before) => term.codes.map((code) => `${before}/${code}`))
    at = term.end
  }
  // "72 beats" counts things, unlike "72 beats per minute".
  if (written.length === 1 && written[0] === '1') return undefined
  const units = written.map(parseUnit).filter((unit) => unit !== undefined)
  return at === start || units.length === 0 ? undefined : { units, end: at }
}

function isDivision(tokens: readonly Token[], at: number): boolean {
  return tokens[at]?.text === '/' || tokens[at]?.text === 'per'
}

function readDegrees(tokens: readonly Token[], start: number): ReadUnit | undefined {
  const sign = /^(?:°|deg|degrees?)$/.test(tokens[start]?.text ?? '') ? 1 : 0
  const { raw, text } = tokens[start + sign] ?? { raw: '', text: '' }
  const isLetter = sign === 1 ? raw === text || raw !== '' : raw !== text
  const code =
    isLetter && text === 'f' ? '[degF]' : isLetter && text === 'c' ? 'Cel' : sign === 1 ? codes.get(text)?.[0] : ''
  const unit = code === '[degF]' || code === 'Cel' ? parseUnit(code) : undefined
  return unit && { units: [unit], end: start + sign + 1 }
}

function readTerm(
  tokens: readonly Token[],
  at: number,
): { readonly codes: readonly string[]; readonly end: number } | undefined {
  const token = tokens[at]
  if (token === undefined || (token.kind === 'word' && /^[MS]$/.test(token.raw))) return undefined
  // "mm Hg", and the body surface of "mL/min/1.73 m2".
  if (token.text === 'mm' && tokens[at + 1]?.text === 'hg') return { codes: ['mm[Hg]'], end: at + 2 }
  if (token.text === '1.73' && tokens[at + 1]?.text === 'm')
    return { codes: ['{1.73_m2}'], end: skipSquare(tokens, at + 2) }
  const found = codes.get(token.text)
  if (found === undefined) return undefined
  const next = tokens[at + 1]
  if (token.text === 'm' && (next?.text === '^' || (next?.text === '2' && !next.spaced))) {
    return { codes: ['m2'], end: skipSquare(tokens, at + 1) }
  }
  return { codes: found, end: at + 1 }
}

function skipSquare(tokens: readonly Token[], at: number): number {
  const after = tokens[at]?.text === '^' ? at + 1 : at
  return tokens[after]?.text === '2' ? after + 1 : after
}
