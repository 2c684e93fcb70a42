import { requirements } from '../requirements/requirements.js'
import { InvalidFileError } from './capabilities.js'
import type { Report } from './report.js'

/** Known failures: ids, each with a comment. */
export type Baseline = Readonly<Record<string, string>>

/**
 * Reads `{"failures": {"pagination.ties": "our store keeps seconds"}}`. Throws an {@link InvalidFileError} that says
 * what is wrong.
 */
export function parseBaseline(value: unknown): Baseline {
  const example = 'expected {"failures": {"pagination.ties": "why it fails"}}'
  if (typeof value !== 'object' || value === null || !('failures' in value)) throw new InvalidFileError(example)
  const { failures } = value
  if (typeof failures !== 'object' || failures === null || Array.isArray(failures)) throw new InvalidFileError(example)
  const known = new Set<string>(requirements.map(({ id }) => id))
  for (const [id, reason] of Object.entries(failures)) {
    if (!known.has(id)) throw new InvalidFileError(`expected ids of requirements, got ${JSON.stringify(id)}`)
    if (typeof reason !== 'string') throw new InvalidFileError(`the reason for ${id} must be a string`)
  }
  return Object.fromEntries(Object.entries(failures))
}

/** Marks known failures, and lists those in the baseline that no longer fail. */
export function applyBaseline(report: Report, baseline: Baseline): Report {
  const results = report.results.map((result) =>
    fails(result) && Object.hasOwn(baseline, result.id) ? { ...result, known: true } : result,
  )
  const failing = new Set<string>(results.filter(fails).map(({ id }) => id))
  // A run of one profile or of some ids says nothing about the other ids, and an interrupted run says nothing about
  // those it did not reach.
  const looked = new Set<string>(
    results.filter(({ outcome }) => outcome === 'passed' || outcome === 'not-applicable').map(({ id }) => id),
  )
  const staleBaseline = report.interrupted
    ? []
    : Object.keys(baseline).filter((id) => looked.has(id) && !failing.has(id))
  return { ...report, results, staleBaseline }
}

function fails({ outcome }: { readonly outcome: string }): boolean {
  return outcome === 'failed' || outcome === 'warned'
}

/** Counts the requirements of the profile that could not be checked, for example because a key is missing. */
export function countUntried({ results }: Report): number {
  return results.filter(({ outcome }) => outcome === 'untestable').length
}

/**
 * Whether the server conforms: the run was not interrupted, and there are no failures except known ones and warnings,
 * no stale entries in the baseline, and no findings of the fuzzer.
 */
export function conforms({ results, staleBaseline, findings, interrupted }: Report): boolean {
  return (
    !interrupted &&
    staleBaseline.length === 0 &&
    findings.length === 0 &&
    results.every(({ outcome, known }) => outcome !== 'failed' || known)
  )
}
