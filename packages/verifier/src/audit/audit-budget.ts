import type { JsonValue } from '@carebench/protocol'

/**
 * Maximum work of judging the states that an audit derives from the solutions of a task. A unit is a character that a
 * solution wrote, read in one state by {@link criteriaOfUnit} criteria; it takes up to 0.1 microseconds.
 */
export const maxAuditWork = 250_000_000

/** The number of criteria that one unit of work covers: most of them look up their records instead of reading all. */
const criteriaOfUnit = 20

/** The share of {@link maxAuditWork} for each sort of derived states, for all solutions together. */
const shares = { mutants: 0.4, harms: 0.2, 'states without knowledge': 0.2, acts: 0.1, probes: 0.1 } as const

type Sort = keyof typeof shares

/** States that were not judged because of {@link maxAuditWork}. */
export interface UnjudgedStates {
  readonly solution: string
  readonly sort: Sort
  readonly judged: number
  readonly all: number
}

/** Determines how many states of a task an audit can judge, and counts the states that it could not. */
export class AuditBudget {
  readonly #times: number
  readonly #solutions: number
  readonly #work: number
  readonly unjudged: UnjudgedStates[] = []

  /** @param work - default: {@link maxAuditWork} */
  constructor(criteria: number, solutions: number, work = maxAuditWork) {
    this.#work = work
    this.#times = Math.max(1, Math.ceil(criteria / criteriaOfUnit))
    this.#solutions = Math.max(1, solutions)
  }

  /** Returns how many states of a sort can be judged for a solution that wrote this many characters; at least one. */
  limitOf(sort: Sort, characters: number): number {
    const work = (this.#work * shares[sort]) / this.#solutions
    return Math.max(1, Math.floor(work / (Math.max(1, characters) * this.#times)))
  }

  /** Notes the states that were judged, if there were more than could be. */
  note(solution: string, sort: Sort, judged: number, all: number): void {
    if (judged < all) this.unjudged.push({ solution, sort, judged, all })
  }
}

/** Returns the number of characters of a record as JSON. */
export function countCharacters(record: JsonValue): number {
  return JSON.stringify(record).length
}
