import type { Desk } from './desk.js'

/** The flaws of an agent of the ladder, compared with work by the handbook. */
export interface Flaws {
  /** Takes the first match by name and the newest document, and verifies nothing. */
  readonly greedy?: true
  /** Uses no system but the FHIR record. */
  readonly recordOnly?: true
  /** Never waits: treats events that have not happened yet as if they never will. */
  readonly hasty?: true
  /** Does not check for new inputs during the work. */
  readonly ignoresArrivals?: true
  /** Works by last year's handbook, without newer rules and bulletins. */
  readonly outdated?: true
}

/**
 * A family's agent for the rungs A2 to A6: works its tasks with the given flaws, over `/v1`, and sees only what an
 * agent sees. Without flaws it is intended to do all work right; unlike an independent solver, it does not prove that
 * the work is right.
 */
export type FlawedWorker = (desk: Desk, flaws: Flaws) => Promise<void>
