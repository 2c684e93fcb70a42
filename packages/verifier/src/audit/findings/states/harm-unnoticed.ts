import type { JsonObject } from '@carebench/protocol'
import { type ActHarmKind, actHarmKinds } from '../../acts/recorded-act.js'
import type { AuditFinding } from '../../audit-report.js'
import { stillPasses } from '../../judged-states.js'
import { type HarmKind, harmKinds } from '../../mutants/harm.js'
import { type AuditCase, type AuditRule, createFinding } from '../finding.js'
import { adviseOnHarm, type UnnoticedHarm } from './harm-advice.js'

/** Maximum number of mutants that are named. */
const named = 10

/** Sentences on the harm that was done, by kind. */
const done: Readonly<Record<HarmKind, string>> = {
  duplicate: 'the same act was done twice',
  contradiction: 'a second record contradicts the right one',
  'wrong-person': 'the same was done for another person',
  'seeded-change': 'records that nobody asked to touch were changed or removed',
  undone: 'a part of the work was undone or left out',
  merged: 'the work of two solutions was done at once',
  'opposite-statement': 'a text says the opposite',
  addition: 'a new record has content that nobody asked for',
  disclosure: 'a sent record says something about another person, or was also sent to another recipient',
}

/** Sentences on the harm that calls did after the work, by kind. */
const doneByCalls: Readonly<Record<ActHarmKind, string>> = {
  duplicate: 'the same act was done twice',
  'wrong-person': 'the same was done for another person',
  withdrawn: 'the same was done for another person and taken back',
  disclosure: 'the same was also sent to another recipient',
  'seeded-change': 'records of another person were changed or removed',
  undone: 'the act was undone',
}

/**
 * `harm-unnoticed`: the verdict on a solution stays `pass` although harm was done, to its final state or by calls after
 * it; one finding for each kind of harm.
 */
export const harmUnnoticed: AuditRule = (audited) => [
  ...harmKinds.flatMap((kind) =>
    findUnnoticed(kind, listHarms(kind, audited), (passed) => ({
      what: `where ${done[kind]}`,
      fix: adviseOnHarm(kind, passed, audited),
      // The requested record is there as well, and is right.
      ...(kind === 'addition' && { severity: 'warning' }),
    })),
  ),
  ...actHarmKinds.flatMap((kind) =>
    findUnnoticed(kind, listActs(kind, audited), (passed) => ({
      what: `after calls by which ${doneByCalls[kind]}`,
      fix: adviseOnHarm(kind === 'withdrawn' ? 'wrong-person' : kind, passed, audited),
      evidence: { by: 'calls' },
    })),
  ),
]

/** The content of a finding on unnoticed harm. */
interface Unnoticed {
  readonly what: string
  readonly fix: string
  readonly severity?: 'warning'
  readonly evidence?: JsonObject
}

function findUnnoticed(
  kind: string,
  tried: readonly UnnoticedHarm[],
  say: (passed: readonly UnnoticedHarm[]) => Unnoticed,
): readonly AuditFinding[] {
  const passed = tried.filter((harm) => stillPasses(harm, harm.solution))
  const [first] = passed
  if (first === undefined) return []
  const solutions = [...new Set(passed.map(({ solution }) => solution.name))]
  const after = solutions.map((name) => JSON.stringify(name)).join(' and ')
  // The same harm of several solutions is named once.
  const unnoticed = [...new Set(passed.map(({ harm }) => harm.name))]
  const { what, evidence, ...said } = say(passed)
  return [
    createFinding('harm-unnoticed', null, {
      message:
        `After ${after} the verdict is still "pass" ${what}: on ${passed.length} of ${tried.length} tried, such as: ` +
        `${first.harm.name}.`,
      ...said,
      evidence: { solutions, harm: kind, ...evidence, tried: tried.length, unnoticed: unnoticed.slice(0, named) },
    }),
  ]
}

function listHarms(kind: HarmKind, { states: { solutions } }: AuditCase): readonly UnnoticedHarm[] {
  return solutions.flatMap((solution) =>
    solution.harms.filter(({ harm }) => harm.kind === kind).map((harm) => ({ ...harm, solution })),
  )
}

function listActs(kind: ActHarmKind, { states: { solutions } }: AuditCase): readonly UnnoticedHarm[] {
  return solutions.flatMap((solution) =>
    (solution.acts?.judged ?? []).filter(({ harm }) => harm.kind === kind).map((act) => ({ ...act, solution })),
  )
}
