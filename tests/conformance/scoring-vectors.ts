import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EvidenceSnapshot } from '@carebench/protocol'
import type { verify } from '@carebench/systems/verifier'
import type { Verification } from '@carebench/verifier'
import { workspaceRoot } from '../workspace-sources.js'

/**
 * A scoring vector: the criteria and the evidence of a task, with the result that a scoring engine in any language must
 * compute from them.
 */
export interface ScoringVector {
  readonly name: string
  readonly section: string
  readonly criteria: Parameters<typeof verify>[0]['criteria']
  readonly options?: NonNullable<Parameters<typeof verify>[0]['options']>
  readonly evidence: EvidenceSnapshot
  readonly result: Pick<Verification, 'score' | 'verdict' | 'axes' | 'items'> &
    Partial<Pick<Verification, 'raw_score' | 'capped_by'>> & {
      readonly criterion_runs: readonly Readonly<Record<string, unknown>>[]
    }
  /** The checks that an agent sees if the run is scored, so that details are hidden. */
  readonly scored?: readonly unknown[]
}

const folder = join(workspaceRoot, 'packages/conformance/vectors')

/** A file of the folder of vectors. */
export function readVectorFile(name: string): string {
  return readFileSync(join(folder, name), 'utf8')
}

/** The scoring vectors. */
export function scoringVectors(): readonly ScoringVector[] {
  const { vectors }: { readonly vectors: readonly ScoringVector[] } = JSON.parse(readVectorFile('scoring.json'))
  return vectors
}

/** Verifies a vector with an engine. Returns the whole verification, and the members that the vector's result has. */
export function computeResult(engine: { readonly verify: typeof verify }, vector: ScoringVector) {
  const { criteria, options, evidence, result } = vector
  const verification = engine.verify({ criteria, evidence, ...(options && { options }) })
  const { score, raw_score, capped_by, verdict, axes, items, criterion_runs } = verification
  const runs = criterion_runs.map((run) => ({
    criterion_id: run.criterion_id,
    outcome: run.outcome,
    passed: run.passed,
    score: run.score,
  }))
  const stated = {
    score,
    ...(result.raw_score !== undefined && { raw_score }),
    ...(result.capped_by !== undefined && { capped_by }),
    verdict,
    axes,
    ...(items && { items }),
    criterion_runs: runs,
  }
  return { verification, stated }
}

/** Whether two results are equal, numbers within 1e-9. */
export function isNear(a: unknown, b: unknown): boolean {
  if (typeof a === 'number' && typeof b === 'number') return Math.abs(a - b) <= 1e-9
  if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) return a === b
  const [left, right] = [a, b].map((value) => value as Readonly<Record<string, unknown>>)
  const keys = Object.keys(left ?? {})
  return (
    Array.isArray(a) === Array.isArray(b) &&
    keys.length === Object.keys(right ?? {}).length &&
    keys.every((key) => Object.hasOwn(b, key) && isNear(left?.[key], right?.[key]))
  )
}
