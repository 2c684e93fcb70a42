import type { JsonObject, JsonValue, Steps } from '@carebench/protocol'
import type { EvidencePart } from '../evidence/evidence-part.js'
import { readWhole } from '../evidence/state/evidence-state.js'
import { selectState } from '../evidence/state/keyed-states.js'
import type { RecordPlace } from '../evidence/state/mutation.js'
import type { CriterionRun } from '../scoring/verification.js'
import { isJsonObject, ownMember } from '../values/json/is-json-object.js'
import { jsonEqual } from '../values/json/json-equal.js'
import type { JudgedMutant, JudgedSolution } from './judged-states.js'

/** The mutants that touch a record read by one criterion. */
export interface TouchedMutants {
  readonly touching: readonly JudgedMutant[]
  /** The mutants that also lower the criterion's score. */
  readonly noticed: readonly JudgedMutant[]
}

/** Cached by solution and by position of the criterion, because both a rule and the report ask for the mutants. */
const known = new WeakMap<JudgedSolution, Map<number, TouchedMutants>>()

/**
 * Returns the mutants of a solution that touch a record read by a criterion: its evidence names the record as matched,
 * or differs on the mutant. Empty if the criterion scores 0 on the solution, since its score then cannot fall. Takes
 * one step for each mutant on which the criterion was judged again; a repeated call takes none.
 */
export function* touchedMutants(
  parts: readonly EvidencePart[],
  solution: JudgedSolution,
  index: number,
): Steps<TouchedMutants> {
  const ofSolution = known.get(solution) ?? new Map<number, TouchedMutants>()
  known.set(solution, ofSolution)
  const before = ofSolution.get(index)
  if (before !== undefined) return before
  const touched = yield* compareMutants(parts, solution, index)
  ofSolution.set(index, touched)
  return touched
}

function* compareMutants(
  parts: readonly EvidencePart[],
  solution: JudgedSolution,
  index: number,
): Steps<TouchedMutants> {
  const run = solution.runs[index]
  if (run === undefined || run.score === 0) return { touching: [], noticed: [] }
  const matched = ownMember(run.evidence ?? {}, 'matched')
  const touching: JudgedMutant[] = []
  for (const mutant of solution.mutants) {
    const mutated = mutant.runs[index]
    const isSame = mutated === undefined || mutated === run
    if (!isSame) yield
    if (isNamed(parts, matched, mutant.mutation.place, solution) || (!isSame && differs(run, mutated))) {
      touching.push(mutant)
    }
  }
  return { touching, noticed: touching.filter(({ runs }) => hasFallen(runs[index], run)) }
}

function hasFallen(mutated: CriterionRun | undefined, run: CriterionRun): boolean {
  return mutated !== undefined && (mutated.outcome === 'errored' || mutated.score < run.score)
}

function differs(a: CriterionRun, b: CriterionRun): boolean {
  return (
    a.outcome !== b.outcome || a.score !== b.score || !jsonEqual(withoutPlace(a.evidence), withoutPlace(b.evidence))
  )
}

/**
 * Returns evidence without `matched`, `selected` and `changed`: the position and the count of selected records may
 * change with any other record, and the number of all changes includes allowed ones.
 */
function withoutPlace(evidence: JsonObject | null): JsonValue {
  return evidence === null ? null : { ...evidence, matched: null, selected: null, changed: null }
}

/** Whether the `matched` of a criterion's evidence names this record. */
export function isNamed(
  parts: readonly EvidencePart[],
  matched: JsonValue | undefined,
  place: RecordPlace,
  { evidence }: Pick<JudgedSolution, 'evidence'>,
): boolean {
  if (!isJsonObject(matched)) return false
  if (place.part === 'output') return matched.output === true
  if (matched.system !== place.system) return false
  const part = parts.find(({ name }) => name === place.part)
  const whole = part && readWhole(part.name, selectState(evidence.final.parts, place.system))
  return part?.isNamed(matched, place, whole ?? part.empty) === true
}
