import type { RequirementId } from '../requirements/requirements.js'
import type { Kit } from './kit.js'

/**
 * What a scenario requires.
 *
 * - `organization-key`, `solver-key`: keys of one organization.
 * - `operator-key`: the key that creates organizations.
 * - `second-organization`: an API key and a Solver key of another organization.
 * - `benchmark`: a version to run, given as a reference or, in the profile `extended`, published by the kit.
 * - `authoring`: environments, criteria and versions can be written; `extended` only.
 * - `clock`: the clock of the server can be advanced.
 * - `plain-http`: requests can be sent without TLS.
 */
export const needs = [
  'organization-key',
  'solver-key',
  'operator-key',
  'second-organization',
  'benchmark',
  'authoring',
  'clock',
  'plain-http',
] as const
export type Need = (typeof needs)[number]

/** A sequence of requests, and the requirements that it checks. */
export interface Scenario<Id extends RequirementId = RequirementId> {
  readonly name: string
  /** All requirements that it checks. */
  readonly ids: readonly Id[]
  readonly needs: readonly Need[]
  /** True if it only reads, so that it also runs with `--read-only`. */
  readonly readOnly: boolean
  run(kit: Kit<Id>): Promise<void>
}

/** Declares a scenario: a check of an id that it does not list is a compile error. */
export function scenario<const Id extends RequirementId>(declared: {
  readonly name: string
  readonly ids: readonly Id[]
  readonly needs: readonly Need[]
  readonly readOnly?: boolean
  run(kit: Kit<Id>): Promise<void>
}): Scenario {
  return { readOnly: false, ...declared } as unknown as Scenario
}
