import { type UnitAtom, unitAtoms, unitPrefixes } from './unit-atoms.js'

/**
 * A unit expressed in base units. A value is converted by adding `offset`, which temperatures need, and multiplying by
 * `factor`.
 */
export interface Unit {
  readonly factor: number
  readonly offset: number
  /** The base units with their exponents, such as `s1`. Two units are convertible if their dimensions are equal. */
  readonly dimension: string
}

/** Units whose zero differs from zero in base units; they cannot be combined with other units. */
const temperatures: ReadonlyMap<string, Unit> = new Map([
  ['Cel', { factor: 1, offset: 273.15, dimension: 'K1' }],
  ['[degF]', { factor: 5 / 9, offset: 459.67, dimension: 'K1' }],
])

const component = /^(?:(\d+)|(10[*^][+-]?\d+)|(.*?)([+-]?\d+)?)(?:\{[^{}]*\})?$/s
const powerOfTen = /^10[*^]([+-]?\d+)$/

/**
 * Reads a unit of the UCUM subset: atoms with prefixes and exponents, whole numbers, powers of ten (`10*3`) and
 * annotations (`{cells}`, which mean 1), joined by `.` and `/` without parentheses. Undefined for anything else.
 */
export function parseUnit(text: string): Unit | undefined {
  const temperature = temperatures.get(text)
  if (temperature !== undefined) return temperature
  // A bare number other than 1 is a code of another system, such as SNOMED CT.
  if (text === '' || text.length > 100 || (text !== '1' && /^\d+$/.test(text))) return undefined
  let factor = 1
  const exponents = new Map<string, number>()
  for (const { part, sign } of splitTerms(text)) {
    const term = parseComponent(part)
    if (term === undefined) return undefined
    factor *= term.factor ** sign
    for (const [base, exponent] of Object.entries(term.dimension)) {
      exponents.set(base, (exponents.get(base) ?? 0) + sign * exponent)
    }
  }
  const dimension = [...exponents]
    .filter(([, exponent]) => exponent !== 0)
    .map(([base, exponent]) => `${base}${exponent}`)
    .sort()
    .join(' ')
  return factor > 0 && factor < Number.POSITIVE_INFINITY ? { factor, offset: 0, dimension } : undefined
}

type Term = Pick<UnitAtom, 'factor' | 'dimension'>

/** Returns the terms between `.` and `/`; a slash applies only to the next term. Annotations may contain either. */
function splitTerms(text: string): readonly { readonly part: string; readonly sign: 1 | -1 }[] {
  const terms: { part: string; sign: 1 | -1 }[] = []
  let sign: 1 | -1 = 1
  let part = ''
  let depth = 0
  for (const char of text) {
    if (char === '{') depth++
    if (char === '}') depth--
    if (depth > 0 || (char !== '.' && char !== '/')) {
      part += char
      continue
    }
    // A slash may come first: "/min".
    if (part !== '' || char === '.' || terms.length > 0) terms.push({ part, sign })
    part = ''
    sign = char === '/' ? -1 : 1
  }
  terms.push({ part, sign })
  return terms
}

function parseComponent(text: string): Term | undefined {
  if (text === '') return undefined
  const [, whole, power, name = '', exponent] = component.exec(text) ?? []
  if (whole !== undefined) return Number(whole) > 0 ? { factor: Number(whole), dimension: {} } : undefined
  if (power !== undefined) return { factor: 10 ** Number(powerOfTen.exec(power)?.[1]), dimension: {} }
  // An annotation alone means 1.
  if (name === '') return exponent === undefined ? { factor: 1, dimension: {} } : undefined
  const atom = findAtom(name)
  if (atom === undefined || exponent === undefined) return atom
  const times = Number(exponent)
  const dimension = Object.fromEntries(Object.entries(atom.dimension).map(([base, own]) => [base, own * times]))
  return { factor: atom.factor ** times, dimension }
}

function findAtom(name: string): Term | undefined {
  const atom = unitAtoms.get(name)
  if (atom !== undefined) return atom
  for (const length of [1, 2]) {
    const prefix = unitPrefixes.get(name.slice(0, length))
    const rest = unitAtoms.get(name.slice(length))
    if (prefix !== undefined && rest?.metric === true)
      return { factor: prefix * rest.factor, dimension: rest.dimension }
  }
  return undefined
}

/** Converts a value to base units. */
export function toBaseUnits(value: number, { factor, offset }: Unit): number {
  return (value + offset) * factor
}
