import { RE2JS } from 're2js'

/**
 * Maximum length of a pattern in characters, and number of instructions that it compiles to: matching takes time
 * proportional to the latter times the length of the text.
 */
export const patternLimits = { characters: 2000, instructions: 1000 } as const

/**
 * Maximum product of the characters of a text and the instructions of a pattern that is searched in it: a search cannot
 * be interrupted, and takes up to 30 nanoseconds for each unit.
 */
export const maxSearchWork = 1_500_000

/** Returns how many characters a text may have to be searched with a pattern. */
export function maxSearchedCharacters(pattern: RE2JS): number {
  return Math.floor(maxSearchWork / pattern.programSize())
}

interface KeptPattern {
  readonly pattern: RE2JS
  /** Estimated by {@link estimateSize}. */
  readonly work: number
}

type PatternLimits = Readonly<Record<keyof typeof patternLimits, number>>

/**
 * The patterns that were compiled last: publishing compiles each at least twice, and tasks of a benchmark share many.
 * At most about 20 MB.
 */
const recent = new Map<string, KeptPattern>()
const keptPatterns = 100

/**
 * Maximum {@link estimateSize} of a pattern, and of all patterns of one assertion together: compiling takes up to 5
 * microseconds for each unit, and patterns above the limit are rejected first.
 */
export const maxPatternWork = 10_000

/**
 * The fixed cost of compiling a pattern, in addition to its estimate: even a short one needs a parser and a program.
 */
const workOfPattern = 4

/**
 * Compiles a pattern in RE2 syntax. Throws an Error that completes "this is no pattern: …": for a syntax error, or with
 * the limit that the pattern exceeds. Patterns that would take long to compile are rejected first.
 *
 * @param flags - of RE2JS
 * @param limits - default: {@link patternLimits}
 */
export function compilePattern(text: string, flags = 0, limits: PatternLimits = patternLimits): RE2JS {
  return (limits === patternLimits ? compileKept(text, flags) : compileAnew(text, flags, limits)).pattern
}

/**
 * Compiles one more pattern of an assertion or a configuration. Throws like {@link compilePattern}, and if all patterns
 * together would exceed the limit for one.
 *
 * @param spent - the work of the patterns before this one, to which its work is added
 * @param options - `flags` of RE2JS; `of` names the source of the patterns in the error
 */
export function compileNextPattern(
  text: string,
  spent: { patternWork: number },
  { flags = 0, of = 'one assertion' }: { readonly flags?: number; readonly of?: string } = {},
): RE2JS {
  const known = recent.get(toKey(text, flags))
  const work = known?.work ?? estimateWork(text.slice(0, patternLimits.characters), flags)
  const isAlone = spent.patternWork === 0
  // Before compiling, because a pattern that is rejected afterwards takes as long.
  spent.patternWork += work + workOfPattern
  if (spent.patternWork > maxPatternWork && !isAlone) throw tooMuch(of)
  return known?.pattern ?? compileKept(text, flags).pattern
}

function tooMuch(of: string): RangeError {
  return new RangeError(
    `it and the patterns before it compile to more than about ${maxPatternWork} instructions, the maximum of ` +
      `${of}: use fewer or shorter ones`,
  )
}

function compileKept(text: string, flags: number): KeptPattern {
  const key = toKey(text, flags)
  const kept = recent.get(key)
  if (kept !== undefined) return kept
  const compiled = compileAnew(text, flags, patternLimits)
  if (recent.size >= keptPatterns) recent.clear()
  recent.set(key, compiled)
  return compiled
}

function toKey(text: string, flags: number): string {
  return `${flags} ${text}`
}

function compileAnew(text: string, flags: number, limits: PatternLimits): KeptPattern {
  if (text.length > limits.characters) {
    throw new RangeError(`it has ${text.length} characters; the maximum is ${limits.characters}`)
  }
  const estimate = estimateWork(text, flags)
  if (estimate > maxPatternWork) {
    throw new RangeError(
      `with its repetitions and Unicode classes it would compile to about ${estimate} instructions; the maximum is ` +
        `${limits.instructions}`,
    )
  }
  const pattern = RE2JS.compile(text, flags)
  const size = pattern.programSize()
  if (size <= limits.instructions) return { pattern, work: estimate }
  throw new RangeError(`it compiles to ${size} instructions; the maximum is ${limits.instructions}`)
}

function estimateWork(text: string, flags: number): number {
  const foldsCase = (flags & RE2JS.CASE_INSENSITIVE) !== 0 || /\(\?[A-Za-z]*i/.test(text)
  return estimateSize(text, foldsCase ? 200 : 50)
}

const escapeSequence = /\\Q[\s\S]*?(?:\\E|$)|\\[pP](?:\{[^}]*\}|[\s\S])|\\x\{[^}]*\}|\\[\s\S]/u
const characterClass = /\[\^?\]?(?:\\[\s\S]|\[:\w+:\]|[^\\\]])*\]/u
/** A literal, a class, a quantifier or a parenthesis; `{` begins a quantifier only with a number. */
const token = new RegExp(`${escapeSequence.source}|${characterClass.source}|\\{\\d+(?:,\\d*)?\\}|[\\s\\S]`, 'gu')

/**
 * Estimates the cost of compiling a pattern, in instructions: repeated elements count as often as they may occur. Never
 * throws; the estimate for a pattern with a syntax error is arbitrary.
 *
 * @param unicodeClass - the estimate for a class such as `\pL`
 */
export function estimateSize(text: string, unicodeClass: number): number {
  /** The sizes of the groups that are open, outermost first. */
  const open: number[] = []
  let size = 0
  /** The size of the last element, which a quantifier repeats. */
  let last = 0
  for (const [part] of text.matchAll(token)) {
    if (part === '(') {
      open.push(size)
      size = 0
      last = 0
    } else if (part === ')') {
      last = size + 2
      size = (open.pop() ?? 0) + last
    } else if (/^\{\d/.test(part)) {
      const [least = 0, most = 0] = part.slice(1, -1).split(',').map(Number)
      const times = Math.max(1, least, most)
      size += last * (times - 1)
      last *= times
    } else {
      const classes = part.startsWith('[') || /^\\[pP]/.test(part) ? (part.match(/\\[pP]/g)?.length ?? 0) : 0
      last = part.startsWith('\\Q') ? part.length : 1 + classes * unicodeClass
      size += last
    }
  }
  return open.reduce((sum, one) => sum + one, size)
}
