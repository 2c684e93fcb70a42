import type { Desk } from './desk.js'

/** The flaws of an agent of the ladder, compared with work by the handbook. */
export interface Flaws {
  /** Takes the first that matches by name and the newest document, and verifies nothing. */
  readonly greedy?: true
  /** Uses no system but the FHIR record. */
  readonly recordOnly?: true
  /** Never waits: what has not happened yet is taken as not happening. */
  readonly hasty?: true
  /** Does not look again for what arrives during the work. */
  readonly ignoresArrivals?: true
  /** Works by the handbook of last year: newer rules and bulletins are unknown. */
  readonly outdated?: true
}

/**
 * A family's agent for the rungs A2 to A6: works its tasks with the flaws that it is given, over `/v1` and from what an
 * agent sees. Without flaws it does all work right, as far as its author knows; it is no proof of that, as an
 * independent solver is.
 */
export type FlawedWorker = (desk: Desk, flaws: Flaws) => Promise<void>
