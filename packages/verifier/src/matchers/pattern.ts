import { RE2JS } from 're2js'

/**
 * Maximum length of a pattern in characters, and number of instructions that it compiles to: matching takes time proportional
 * to the latter times the length of the text.
 */
export const patternLimits = { characters: 2000, instructions: 1000 } as const

/**
 * Maximum product of the characters of a text and the instructions of a pattern that is searched in it: a search cannot be interrupted,
 * and takes up to 30 nanoseconds for each.
 */
export const maxSearchWork = 1_500_000

/** Returns how many characters a text may have to be searched with a pattern. */
export function maxSearchedCharacters(pattern: RE2JS): number {
  return Math.floor(maxSearchWork / pattern.programSize())
}

type PatternLimits = Readonly<Record<keyof typeof patternLimits, number>>

/** Patterns compiled last: publishing compiles each at least twice, and tasks of a benchmark share many. At most about 20 MB. */
const recent = new Map<string, RE2JS>()
const keptPatterns = 100

/** Compiling takes about 5 microseconds for each unit of {@link estimateSize}, so this much is refused before. */
const largestEstimate = 10_000

/**
 * Compiles a pattern in RE2 syntax. Throws an Error that completes "this is no pattern: …": for a syntax error, or with the
 * limit that the pattern exceeds. What would take long to compile is refused before.
 *
 * @param flags - of RE2JS
 * @param limits - default: {@link patternLimits}
 */
export function compilePattern(text: string, flags = 0, limits: PatternLimits = patternLimits): RE2JS {
  if (limits !== patternLimits) return compileAnew(text, flags, limits)
  const key = `${flags} ${text}`
  const kept = recent.get(key)
  if (kept !== undefined) return kept
  const pattern = compileAnew(text, flags, limits)
  if (recent.size >= keptPatterns) recent.clear()
  recent.set(key, pattern)
  return pattern
}

function compileAnew(text: string, flags: number, limits: PatternLimits): RE2JS {
  if (text.length > limits.characters) {
    throw new RangeError(`it has ${text.length} characters; the maximum is ${limits.characters}`)
  }
  const foldsCase = (flags & RE2JS.CASE_INSENSITIVE) !== 0 || /\(\?[A-Za-z]*i/.test(text)
  const estimate = estimateSize(text, foldsCase ? 200 : 50)
  if (estimate > largestEstimate) {
    throw new RangeError(
      `with its repetitions and Unicode classes it would compile to about ${estimate} instructions; the maximum is ${limits.instructions}`,
    )
  }
  const pattern = RE2JS.compile(text, flags)
  const size = pattern.programSize()
  if (size <= limits.instructions) return pattern
  throw new RangeError(`it compiles to ${size} instructions; the maximum is ${limits.instructions}`)
}

/** A literal, a class, a quantifier, a parenthesis; `{` begins a quantifier only with a number. */
const token =
  /\\Q[\s\S]*?(?:\\E|$)|\\[pP](?:\{[^}]*\}|[\s\S])|\\x\{[^}]*\}|\\[\s\S]|\[\^?\]?(?:\\[\s\S]|\[:\w+:\]|[^\\\]])*\]|\{\d+(?:,\d*)?\}|[\s\S]/gu

/**
 * Roughly the cost of compiling a pattern, counted in instructions: what is repeated counts as often as it may occur. Never
 * throws; a pattern with a syntax error has any size.
 *
 * @param unicodeClass - what a class such as `\pL` counts
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
