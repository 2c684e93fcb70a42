import type { Clock, Random } from '@carebench/protocol'

/** The prefixes of ids, one for each kind of resource. */
export const idPrefixes = [
  'org',
  'env',
  'sim',
  'ds',
  'ent',
  'bench',
  'ver',
  'task',
  'crit',
  'slv',
  'key',
  'run',
  'tr',
  'crun',
  'pg',
  'sbx',
] as const

export type IdPrefix = (typeof idPrefixes)[number]

/** The only source of ids; always injected. */
export interface IdSource {
  /**
   * Returns a new id, `<prefix>_` and 26 characters of a–z and 0–9. Without the prefix, later ids of a source are
   * greater.
   */
  next(prefix: IdPrefix): string
}

export interface IdSourceOptions {
  /** An id of an earlier source: all new ids are greater. */
  readonly after?: string | undefined
  /**
   * Returns a number that grows between two ids of different sources if their order matters, such as the number of the
   * latest commit known to this process. Among ids of one millisecond, a greater number gives a greater id. Default:
   * there is no other source.
   */
  readonly latestCommit?: (() => number) | undefined
}

// Crockford's base 32 in lower case: no i, l, o, u.
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const timeLength = 10
const randomLength = 16
/** Number of digits after the time that encode the latest commit: enough for a million million commits. */
const commitLength = 8

/**
 * Creates an id source from a clock and random numbers: monotonic ULIDs in lower case, 48 bits of the clock's
 * milliseconds and 80 random bits, or 40 of the latest commit and 40 random ones. Within one millisecond, and when the
 * clock goes back, the random part is incremented. Throws a RangeError if `after` is not an id.
 */
export function createIdSource(clock: Clock, random: Random, options: IdSourceOptions = {}): IdSource {
  const { after, latestCommit } = options
  let time = -1
  let timeText = ''
  let commit = 0
  const digits = new Uint8Array(randomLength)
  if (after !== undefined) {
    const ulid = /^[a-z]+_([0-7][0-9a-hjkmnp-tv-z]{25})$/.exec(after)?.[1]
    if (ulid === undefined) {
      throw new RangeError(`after must be an id like run_01kd6x00000000000000000000, got ${JSON.stringify(after)}.`)
    }
    timeText = ulid.slice(0, timeLength)
    time = [...timeText].reduce((sum, digit) => sum * 32 + alphabet.indexOf(digit), 0)
    digits.set([...ulid.slice(timeLength)].map((digit) => alphabet.indexOf(digit)))
  }

  const startMillisecond = (milliseconds: number) => {
    time = milliseconds
    timeText = ''
    for (let rest = milliseconds, index = 0; index < timeLength; index++) {
      timeText = alphabet.charAt(rest % 32) + timeText
      rest = Math.floor(rest / 32)
    }
    let bits = 0
    for (let index = 0; index < randomLength; index++) {
      // One draw yields six digits of five bits.
      if (index % 6 === 0) bits = random.uint32()
      digits[index] = bits & 31
      bits >>>= 5
    }
    if (latestCommit === undefined) return
    for (let rest = commit, index = commitLength - 1; index >= 0; index--) {
      digits[index] = rest % 32
      rest = Math.floor(rest / 32)
    }
  }
  const countUp = () => {
    // The digits of the commit are not incremented, because another source may begin with the next ones.
    const first = latestCommit === undefined ? 0 : commitLength
    for (let index = randomLength - 1; index >= first; index--) {
      const digit = digits[index] ?? 0
      if (digit < 31) {
        digits[index] = digit + 1
        return
      }
      digits[index] = 0
    }
    startMillisecond(time + 1)
  }

  return {
    next(prefix) {
      const now = Math.floor(clock.now())
      const latest = latestCommit?.() ?? 0
      // Others may have made ids in the same millisecond since.
      if (now > time || latest > commit) {
        commit = Math.max(commit, latest)
        startMillisecond(Math.max(now, time))
      } else countUp()
      const start = `${prefix}_${timeText}`
      const codes: number[] = []
      for (let index = 0; index < start.length; index++) codes.push(start.charCodeAt(index))
      for (const digit of digits) codes.push(alphabet.charCodeAt(digit))
      // Text that is put together from single characters would take 32 bytes for each of them.
      return String.fromCharCode(...codes)
    },
  }
}
