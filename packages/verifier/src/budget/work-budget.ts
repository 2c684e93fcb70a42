import { finish, type Steps, TextMap } from '@carebench/protocol/wire'
import { WrittenTexts } from './written-texts.js'

/**
 * The work on texts that one criterion may do on one state, and the work after which it pauses. A unit is a character that is read
 * for one question; it takes about a microsecond.
 */
export const workLimits = { perCriterion: 1_000_000, beforePause: 20_000 } as const

/**
 * Units that asking a question takes, however short its text is. They bring the next pause nearer, and are no part of
 * the budget.
 */
const unitsOfQuestion = 30

/** Units that reading an item of a long list takes, apart from its texts; they too are no part of the budget. */
const unitsOfItem = 50

/** Interrupts a check that asks for long work; the check is evaluated again after a pause. */
class PausedError extends Error {
  override readonly name = 'PausedError'
}

interface Question {
  readonly key: object
  readonly subject: unknown
  readonly units: number
  readonly read: () => Steps<unknown>
}

/** Configuration of a {@link WorkBudget}. */
export interface WorkBudgetOptions {
  /** The texts that were read last, shared by the criteria of one verification. */
  readonly texts?: WrittenTexts
  /** Whether long work pauses; otherwise it is done in one go. */
  readonly pauses: boolean
}

/**
 * What is left of the work that a criterion may do on one state. It depends on nothing but the criterion and the state, so that
 * neither the order of criteria nor pauses change a result.
 *
 * Checks are synchronous. One that asks for more work than fits before a pause is interrupted by an error, and evaluated again when
 * the work has been done in steps. All answers are kept, so each evaluation gets further than the one before.
 */
export class WorkBudget {
  readonly texts: WrittenTexts
  readonly #pauses: boolean
  #answers: Map<object, TextMap<unknown, unknown>> | undefined
  #results: Map<object, unknown[]> | undefined
  #left: number = workLimits.perCriterion
  #beforePause: number = workLimits.beforePause
  #pending: Question | undefined
  #isPaused = false
  #isReadingItem = false
  /** Whether an item was read since the latest pause: otherwise one more pause would bring nothing. */
  #hasReadItem = false
  #isSpent = false

  constructor({ texts = new WrittenTexts(), pauses }: WorkBudgetOptions) {
    this.texts = texts
    this.#pauses = pauses
  }

  /**
   * Returns what `read` returns, which is called once for each pair of a key and a subject. Returns undefined if that takes more
   * units than are left: the question is undecided.
   *
   * @param key - the question; the same object each time that it is asked
   * @param subject - what it is asked of: a text, or an object
   */
  answer<Answer>(key: object, subject: unknown, units: number, read: () => Steps<Answer>): Answer | undefined {
    this.#answers ??= new Map()
    let answers = this.#answers.get(key)
    if (answers === undefined) {
      answers = new TextMap()
      this.#answers.set(key, answers)
    }
    // The key belongs to the caller, so the answer has its type.
    if (answers.has(subject)) return answers.get(subject) as Answer | undefined
    if (units > this.#left) {
      // Not kept: less is left with each answer, so it stays so.
      this.#isSpent = true
      return undefined
    }
    if (this.#pauses && units > this.#beforePause) {
      this.#pending = { key, subject, units, read }
      this.#pause()
    }
    const answer = finish(read())
    this.#spend(units)
    answers.set(subject, answer)
    return answer
  }

  /** Returns the results of the first items of a list, to which later results are added. `key` is the list. */
  resultsOf(key: object): unknown[] {
    this.#results ??= new Map()
    let results = this.#results.get(key)
    if (results === undefined) {
      results = []
      this.#results.set(key, results)
    }
    return results
  }

  /** Reads one more item of a list, and pauses before it if the latest piece of work was long enough. */
  readItem<Result>(read: () => Result): Result {
    if (this.#pauses && this.#beforePause < 0 && this.#hasReadItem) this.#pause()
    this.#hasReadItem = true
    this.#isReadingItem = true
    this.#beforePause -= unitsOfItem
    try {
      return read()
    } finally {
      this.#isReadingItem = false
    }
  }

  /**
   * Brings the next pause nearer by the units of work on an item that is no part of the budget. Work on anything else is
   * done again in each evaluation, so a pause would not shorten it.
   */
  hastenPause(units: number): void {
    if (this.#isReadingItem) this.#beforePause -= units
  }

  /** Whether something is kept that belongs to one criterion and state. */
  get isUsed(): boolean {
    return this.#answers !== undefined || this.#results !== undefined
  }

  /** Whether a question was left undecided because it takes more than what was left. */
  get isSpent(): boolean {
    return this.#isSpent
  }

  /** Whether the check has to be evaluated again after {@link WorkBudget.resume}. */
  get isPaused(): boolean {
    return this.#isPaused
  }

  /** Does in steps the work that the check waits for. */
  *resume(): Steps<void> {
    if (!this.#isPaused) return
    yield
    const pending = this.#pending
    if (pending !== undefined) {
      const answer = yield* pending.read()
      this.#left -= pending.units
      this.#answers?.get(pending.key)?.set(pending.subject, answer)
    }
    this.#pending = undefined
    this.#isPaused = false
    this.#hasReadItem = false
    this.#beforePause = workLimits.beforePause
  }

  #pause(): never {
    this.#isPaused = true
    throw new PausedError('A check must let this error pass: it is evaluated again after a pause.')
  }

  #spend(units: number): void {
    this.#left -= units
    this.#beforePause -= units + unitsOfQuestion
  }
}

/** Returns the sentence on a criterion whose {@link WorkBudget} is spent. */
export function describeSpent(): string {
  // Not by `toLocaleString`: its first use takes tens of milliseconds.
  const limit = String(workLimits.perCriterion).replace(/\B(?=(?:\d{3})+$)/g, ',')
  return (
    `Its texts are too long: reading them for this criterion takes more than ${limit} characters, ` +
    'counted once a question.'
  )
}
