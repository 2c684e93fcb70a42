import type { JsonValue } from '@carebench/protocol'
import { finish, type Steps, TextMap } from '@carebench/protocol/wire'
import { hasLongText } from './has-long-text.js'
import { WrittenTexts } from './written-texts.js'

/**
 * The work on texts that one criterion may do on one state, and the work after which it pauses. A unit is one character
 * read for one question; it takes about a microsecond.
 */
export const workLimits = { perCriterion: 1_000_000, beforePause: 20_000 } as const

/**
 * The number of comparisons that one criterion may do on one state, and the number after which it pauses. A comparison
 * is one matcher on one value, or one value read by a path; it takes up to 0.1 microseconds.
 */
export const comparisonLimits = { perCriterion: 5_000_000, beforePause: 40_000 } as const

/**
 * Units that every question takes, however short its text is. They bring the next pause nearer, and do not count
 * towards the budget.
 */
const unitsOfQuestion = 30

/**
 * Units that reading an item of a long list takes, apart from its texts; they do not count towards the budget either.
 */
const unitsOfItem = 50

/**
 * The characters of texts that loops may look up or write before a pause, which takes some milliseconds, and how often
 * they pause for that. They count towards no budget: a text that exceeds the budget is hashed too.
 */
const charactersOfLoops = { beforePause: 2_000_000, pauses: 100 } as const

/** Thrown to interrupt a check that asks for long work; the check is evaluated again after a pause. */
class PausedError extends Error {
  override readonly name = 'PausedError'
}

/** Thrown to end a check that takes more comparisons than a criterion may do. */
class SpentError extends Error {
  override readonly name = 'SpentError'
}

/** The result for an item of a list, and the comparisons that it took. */
export interface ItemResult {
  readonly result: unknown
  readonly comparisons: number
}

interface Question {
  readonly key: object
  readonly subject: unknown
  readonly units: number
  readonly read: () => Steps<unknown>
}

/** A loop whose iterations may take long. */
export interface Loop<State> {
  /** The loop: the same object in each evaluation. */
  readonly key: object
  /** The subject of the loop, as an object or text that is the same in each evaluation. */
  readonly subject: unknown
  readonly count: number
  /** Returns the state before the first iteration. */
  start(): State
  /** Returns the state after an iteration; has no other effects. */
  step(state: State, index: number): State
  /** Whether the iterations after this state can be left out. */
  isDone?(state: State): boolean
}

/** The iterations of a loop that need not be repeated when the check is evaluated again. */
interface KeptLoop {
  readonly key: object
  readonly subject: unknown
  readonly state: unknown
  /** The next iteration; undefined if the loop has ended. */
  readonly index: number | undefined
  /** The comparisons and the characters of the evaluation up to that iteration. */
  readonly compared: number
  readonly characters: number
}

/** Results of loops with fewer comparisons are not kept, because they are quickly repeated. */
const minKeptComparisons = 1000

/** Configuration of a {@link WorkBudget}. */
export interface WorkBudgetOptions {
  /** The texts that were read last, shared by the criteria of one verification. */
  readonly texts?: WrittenTexts
  /** Whether long work pauses; otherwise it runs without pauses. */
  readonly pauses: boolean
  /** Default {@link comparisonLimits}. */
  readonly comparisons?: Readonly<Record<keyof typeof comparisonLimits, number>>
}

/**
 * The remaining work that a criterion may do on one state. It depends only on the criterion and the state, so neither
 * the order of criteria nor pauses change a result.
 *
 * Checks are synchronous. One that asks for more work than fits before a pause is interrupted by an error, and
 * evaluated again when the work has been done in steps. All answers are kept, so each evaluation gets further than the
 * previous one.
 */
export class WorkBudget {
  readonly texts: WrittenTexts
  readonly #pauses: boolean
  readonly #limits: NonNullable<WorkBudgetOptions['comparisons']>
  #answers: Map<object, TextMap<unknown, unknown>> | undefined
  #results: Map<object, ItemResult[]> | undefined
  #left: number = workLimits.perCriterion
  #beforePause: number = workLimits.beforePause
  #pending: Question | undefined
  #isPaused = false
  #isReadingItem = false
  /** The comparisons of this evaluation, and the number at which a pause or the end is due. */
  #compared = 0
  #due: number
  /** Likewise the characters of {@link charactersOfLoops}, and the pauses that are left. */
  #characters = 0
  #charactersDue: number = charactersOfLoops.beforePause
  #pausesForCharacters: number = charactersOfLoops.pauses
  /**
   * Loops by the number of comparisons before them: an evaluation is deterministic, so the same loop begins there next
   * time.
   */
  #loops: Map<number, KeptLoop> | undefined
  /** Whether an item was read since the latest pause; otherwise another pause would be useless. */
  #hasReadItem = false
  /** The work after which the check has paused. */
  readonly #rested = new WeakSet<object>()
  #isSpent = false
  /** The number of characters of the shortest text that was too long to be read. */
  #tooLong = Number.POSITIVE_INFINITY

  constructor({ texts = new WrittenTexts(), pauses, comparisons = comparisonLimits }: WorkBudgetOptions) {
    this.texts = texts
    this.#pauses = pauses
    this.#limits = comparisons
    this.#due = pauses ? comparisons.beforePause : comparisons.perCriterion
  }

  /** Begins an evaluation, the first one or another. */
  begin(): void {
    this.#compared = 0
    this.#characters = 0
  }

  /** Counts comparisons. A check pauses after many comparisons, and ends undecided after too many. */
  compare(count: number): void {
    this.#compared += count
    if (this.#compared > this.#due) this.#interrupt()
  }

  /**
   * Runs a loop, and returns the last state. After a pause, it continues where it stopped when the check is evaluated
   * again. Each iteration counts as a comparison.
   *
   * @param assumptions - iterations that assume anything are repeated
   */
  run<State>(loop: Loop<State>, assumptions: { readonly asked: number } | undefined): State {
    const { key, subject, count, step, isDone } = loop
    this.compare(1)
    const begun = this.#compared
    const kept = this.#loops?.get(begun)
    const isKnown = kept !== undefined && kept.key === key && kept.subject === subject
    if (isKnown) [this.#compared, this.#characters] = [kept.compared, kept.characters]
    // The key and the subject belong to the caller, so the state has its type.
    let state = isKnown ? (kept.state as State) : loop.start()
    if (isKnown && kept.index === undefined) return state
    const before = assumptions?.asked
    let index = (isKnown ? kept.index : undefined) ?? 0
    let [compared, characters] = [this.#compared, this.#characters]
    const keep = (next: number | undefined): void => {
      this.#loops ??= new Map()
      this.#loops.set(begun, { key, subject, state, index: next, compared, characters })
    }
    try {
      for (; index < count; index++) {
        compared = this.#compared
        characters = this.#characters
        if (++this.#compared > this.#due) this.#interrupt()
        if (characters > this.#charactersDue) this.#pauseForCharacters()
        state = step(state, index)
        if (isDone?.(state)) break
      }
    } catch (error) {
      this.#loops?.delete(begun)
      if (this.#isPaused && assumptions?.asked === before) keep(index)
      throw error
    }
    compared = this.#compared
    characters = this.#characters
    this.#loops?.delete(begun)
    if (compared - begun >= minKeptComparisons && assumptions?.asked === before) keep(undefined)
    return state
  }

  /**
   * Returns the result of `read`, which is called once for each pair of key and subject. Returns undefined if that
   * takes more units than are left: the question is then undecided.
   *
   * @param key - the question; the same object each time that it is asked
   * @param subject - the text or object that the question is about
   * @param isLong - whether reading takes long for a reason other than its units, so that it runs in steps
   */
  answer<Answer>(
    key: object,
    subject: unknown,
    units: number,
    read: () => Steps<Answer>,
    isLong = false,
  ): Answer | undefined {
    this.#answers ??= new Map()
    let answers = this.#answers.get(key)
    if (answers === undefined) {
      answers = new TextMap()
      this.#answers.set(key, answers)
    }
    if (typeof subject === 'string') this.noteCharacters(subject.length)
    // The key belongs to the caller, so the answer has its type.
    if (answers.has(subject)) return answers.get(subject) as Answer | undefined
    if (units > this.#left) {
      // Not kept: each answer leaves less of the budget, so the question stays undecided.
      this.#isSpent = true
      return undefined
    }
    if (this.#pauses && (isLong || units > this.#beforePause)) {
      this.#pending = { key, subject, units, read }
      this.#pause()
    }
    const answer = finish(read())
    this.#spend(units)
    answers.set(subject, answer)
    return answer
  }

  /**
   * Returns the answer that was given before; undefined if none was. The key belongs to the caller, so the answer has
   * its type.
   */
  known<Answer>(key: object, subject: unknown): Answer | undefined {
    return this.#answers?.get(key)?.get(subject) as Answer | undefined
  }

  /** Returns the results of the first items of a list, to which later results are added. `key` is the list. */
  resultsOf(key: object): ItemResult[] {
    this.#results ??= new Map()
    let results = this.#results.get(key)
    if (results === undefined) {
      results = []
      this.#results.set(key, results)
    }
    return results
  }

  /** Reads one more item of a list, and pauses before it if the latest piece of work was long enough. */
  readItem(read: () => unknown): ItemResult {
    const compared = this.#compared
    if (this.#pauses && this.#beforePause < 0 && this.#hasReadItem) this.#pause()
    this.#hasReadItem = true
    this.#isReadingItem = true
    this.#beforePause -= unitsOfItem
    try {
      return { result: read(), comparisons: this.#compared - compared }
    } finally {
      this.#isReadingItem = false
    }
  }

  /**
   * Brings the next pause nearer by the units of work on an item, which do not count towards the budget. Other work is
   * repeated in each evaluation, so a pause would not shorten it.
   */
  hastenPause(units: number): void {
    if (this.#isReadingItem) this.#beforePause -= units
  }

  /**
   * Pauses once after long work whose result is kept elsewhere, so that it is not repeated.
   *
   * @param key - the work: the same object in each evaluation
   */
  rest(key: object): void {
    if (!this.#pauses || this.#rested.has(key)) return
    this.#rested.add(key)
    this.#pause()
  }

  /** Counts characters that an iteration of a loop hashes or writes: many make the loop pause. */
  noteCharacters(count: number): void {
    this.#characters += count
  }

  /** Whether the budget keeps results that belong to one criterion and state. */
  get isUsed(): boolean {
    return this.#answers !== undefined || this.#results !== undefined || this.#due > this.#limits.beforePause
  }

  /** Whether a question was left undecided because it takes more than the remaining budget. */
  get isSpent(): boolean {
    return this.#isSpent
  }

  /** Notes a text that a matcher leaves undecided because it is longer than any that it reads. */
  noteTooLong(text: string): void {
    this.#tooLong = Math.min(this.#tooLong, text.length)
  }

  /** Whether a value is, or contains, a text as long as one that was too long to be read. */
  isTooLong(value: JsonValue | undefined): boolean {
    return Number.isFinite(this.#tooLong) && hasLongText(value, this.#tooLong)
  }

  /** Whether the check was ended because it takes more comparisons than a criterion may do. */
  get isEnded(): boolean {
    return this.#compared > this.#limits.perCriterion
  }

  /** Whether the check has to be evaluated again after {@link WorkBudget.resume}. */
  get isPaused(): boolean {
    return this.#isPaused
  }

  /** Runs in steps the work that the check waits for. */
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
    this.#due = Math.min(this.#compared + this.#limits.beforePause, this.#limits.perCriterion)
  }

  #interrupt(): void {
    if (this.isEnded) {
      this.#isSpent = true
      throw new SpentError('A check must not catch this error: the criterion is undecided.')
    }
    this.#pause()
  }

  /**
   * Pauses a few times at most, because iterations that depend on assumptions are repeated after a pause: their texts
   * are hashed already.
   */
  #pauseForCharacters(): void {
    if (!this.#pauses || this.#pausesForCharacters === 0) return
    this.#pausesForCharacters--
    this.#charactersDue = this.#characters + charactersOfLoops.beforePause
    this.#pause()
  }

  #pause(): never {
    this.#isPaused = true
    throw new PausedError('A check must not catch this error: it is evaluated again after a pause.')
  }

  #spend(units: number): void {
    this.#left -= units
    this.#beforePause -= units + unitsOfQuestion
  }
}
