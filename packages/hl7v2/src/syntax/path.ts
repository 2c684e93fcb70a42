import { argumentError } from './argument.js'
import { Hl7Error, quote } from './error.js'

/** A position in a segment, counted from 1; 0 at levels that the path does not reach. */
export interface FieldPath {
  readonly field: number
  readonly repetition: number
  readonly component: number
  readonly subcomponent: number
}

/** Selects the first segment of a name whose value at a position equals a text. */
export interface SegmentCondition {
  readonly at: FieldPath
  /** The value to match, without escape sequences; `""` for null. */
  readonly equals: string
}

/** A compiled path: a segment and a position in it. Created by `compilePath`, frozen, shared between callers. */
export interface Path extends FieldPath {
  /** The path as it was written. */
  readonly text: string
  readonly segment: string
  /** The number among the segments of that name, from 1; ignored if there is a condition. */
  readonly occurrence: number
  readonly condition: SegmentCondition | undefined
}

const example = 'PID-5.1, OBX[2].5, PID.3[2].4.1, OBX[3.1=718-7].5'
const exampleInSegment = '5, 3[2].4, 5.1.2'
const maxCached = 4096
/** Longer paths are not cached, so that the cache is bounded in bytes too. */
const maxCachedLength = 256
const compiled = new Map<string, Path>()
const compiledInSegment = new Map<string, FieldPath>()

const numbers = /^([1-9]\d{0,4})(?:\[([1-9]\d{0,4})\])?(?:\.([1-9]\d{0,4})(?:\.([1-9]\d{0,4}))?)?$/
const start = /^([A-Z][A-Z0-9]{2})(?:\[([1-9]\d{0,4})\])?(?:[.-]|$)/
const startWithCondition = /^([A-Z][A-Z0-9]{2})\[(\d[^=\]]*(?:\[\d+\][^=\]]*)?)=(.+?)\](?:[.-]|$)/s

/**
 * Compiles a path `SEG[n].F[r].C.S`; compiling the same text again usually takes only a cache lookup.
 *
 * All numbers count from 1 and go up to 99999. Omitted brackets select the first; the first dot may be a hyphen
 * (`PID-5.1`). `SEG[3.1=718-7].5` picks the first segment whose 3.1 equals the text after the sign. A path may end
 * after any part: `OBX[2]` is a whole segment. Throws an `Hl7Error` `invalid-path`.
 */
export function compilePath(text: string): Path {
  const known = compiled.get(text)
  if (known !== undefined) return known
  if (typeof text !== 'string') throw notTextError(text, example)
  const path = Object.freeze(readPath(text))
  return keep(compiled, text, path)
}

/** Compiles a path inside a segment, `F[r].C.S`, as `compilePath` does. Throws an `Hl7Error` `invalid-path`. */
export function compileFieldPath(text: string): FieldPath {
  const known = compiledInSegment.get(text)
  if (known !== undefined) return known
  if (typeof text !== 'string') throw notTextError(text, exampleInSegment)
  const path = readNumbers(text)
  if (path === undefined) throw pathError(text, 'a path inside a segment like F[r].C.S', exampleInSegment)
  return keep(compiledInSegment, text, Object.freeze(path))
}

/** Returns a compiled path as it is, and compiles one in text. Throws an `Hl7Error` `invalid-path`. */
export function toPath(path: string | Path): Path {
  if (typeof path === 'string') return compilePath(path)
  if (typeof path?.segment === 'string') return path
  throw notTextError(path, example)
}

/** Does the same as `toPath` for a path inside a segment. */
export function toFieldPath(path: string | FieldPath): FieldPath {
  if (typeof path === 'string') return compileFieldPath(path)
  if (typeof path?.field === 'number') return path
  throw notTextError(path, exampleInSegment)
}

/** Creates the error for a path that is not text, such as the number 5 instead of `'5'`. */
function notTextError(path: unknown, good: string): Hl7Error {
  return argumentError('a path as a string', path, good, { code: 'invalid-path' })
}

function readPath(text: string): Path {
  const plain = start.exec(text)
  const match = plain ?? startWithCondition.exec(text)
  if (match === null) throw pathError(text, 'a path SEG[n].F[r].C.S', example)
  const segment = match[1] ?? ''
  const rest = text.slice(match[0].length)
  const ended = !/[.-]$/.test(match[0])
  const place = ended ? wholeSegment : readNumbers(rest)
  if (place === undefined) {
    throw pathError(text, `numbers from 1 to 99999 as F[r].C.S after ${segment}`, example)
  }
  if (plain !== null) return { text, segment, occurrence: Number(match[2] ?? '1'), condition: undefined, ...place }
  const at = readNumbers(match[2] ?? '')
  if (at === undefined) throw pathError(text, 'F[r].C.S before the equals sign', example)
  return {
    text,
    segment,
    occurrence: 1,
    condition: Object.freeze({ at: Object.freeze(at), equals: match[3] ?? '' }),
    ...place,
  }
}

const wholeSegment: FieldPath = { field: 0, repetition: 0, component: 0, subcomponent: 0 }

function readNumbers(text: string): FieldPath | undefined {
  const match = numbers.exec(text)
  if (match === null) return undefined
  const [, field, repetition, component, subcomponent] = match
  return {
    field: Number(field),
    repetition: Number(repetition ?? '1'),
    component: Number(component ?? '0'),
    subcomponent: Number(subcomponent ?? '0'),
  }
}

function keep<T>(cache: Map<string, T>, text: string, path: T): T {
  // Paths are usually few and hand-written, but generated ones must not make the cache grow without limit.
  if (text.length > maxCachedLength) return path
  if (cache.size >= maxCached) cache.clear()
  cache.set(text, path)
  return path
}

function pathError(text: string, expected: string, good: string): Hl7Error {
  return new Hl7Error({ code: 'invalid-path', expected, received: quote(text), example: good })
}
