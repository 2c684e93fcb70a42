import type { Steps } from '@carebench/protocol'
import { type CompiledCriteria, isCompiled } from '../criteria/criterion.js'
import type { EvidencePart } from '../evidence/evidence-part.js'
import { scoreItems } from '../scoring/score-items.js'
import type { VerifyOptions } from '../scoring/verification.js'
import { AuditBudget } from './audit-budget.js'
import type { AuditFinding, AuditInput, AuditReport, CriterionAudit, HarmAudit, SolutionAudit } from './audit-report.js'
import { noCollateralMissing, openAllowance } from './findings/criteria/allowances.js'
import { danglingCollections } from './findings/criteria/dangling-collections.js'
import { danglingPaths } from './findings/criteria/dangling-paths.js'
import { danglingPeople } from './findings/criteria/dangling-people.js'
import { danglingSelector } from './findings/criteria/dangling-selector.js'
import { freeTextPattern } from './findings/criteria/free-text-pattern.js'
import { negatedComparison } from './findings/criteria/negated-comparison.js'
import { taskWeight } from './findings/criteria/task-weight.js'
import { uncorrelated } from './findings/criteria/uncorrelated.js'
import { unknownAxis } from './findings/criteria/unknown-axis.js'
import { unknownSystem } from './findings/criteria/unknown-system.js'
import { unreachedGuard } from './findings/criteria/unreached-guard.js'
import { unresolvedEntity } from './findings/criteria/unresolved-entity.js'
import type { AuditRule } from './findings/finding.js'
import { auditLimited } from './findings/states/audit-limited.js'
import { cheapGain } from './findings/states/cheap-gain.js'
import { counterUnnoticed } from './findings/states/counter-unnoticed.js'
import { dominated } from './findings/states/dominated.js'
import { failingSolution } from './findings/states/failing-solution.js'
import { harmUnnoticed } from './findings/states/harm-unnoticed.js'
import { insensitive } from './findings/states/insensitive.js'
import { leak } from './findings/states/leak.js'
import { noSolution } from './findings/states/no-solution.js'
import { probeUnnoticed } from './findings/states/probe-unnoticed.js'
import { unsatisfiable } from './findings/states/unsatisfiable.js'
import { vacuous } from './findings/states/vacuous.js'
import {
  isNoticed,
  type JudgedSolution,
  type JudgedState,
  type JudgedStates,
  judgeStates,
  stillPasses,
} from './judged-states.js'
import { type TouchedMutants, touchedMutants } from './touched-mutants.js'

const rules: readonly AuditRule[] = [
  taskWeight,
  vacuous,
  unsatisfiable,
  unresolvedEntity,
  unknownSystem,
  failingSolution,
  insensitive,
  dominated,
  leak,
  uncorrelated,
  unknownAxis,
  noSolution,
  counterUnnoticed,
  harmUnnoticed,
  probeUnnoticed,
  cheapGain,
  noCollateralMissing,
  openAllowance,
  unreachedGuard,
  danglingSelector,
  danglingPeople,
  danglingCollections,
  danglingPaths,
  freeTextPattern,
  negatedComparison,
  auditLimited,
]

/**
 * Audits the criteria of a task against known states: the untouched state, one after noise, the final states of
 * solutions, and mutants of those, which it generates.
 *
 * Synchronous and deterministic; does not modify its input. The order of the criteria affects only the order of the
 * results. A task without audit errors gives no points for noise or for doing nothing, not even with an effortless
 * output.
 *
 * @throws {InvalidCriteriaError} if the criteria are malformed, {@link InvalidEvidenceError} if the evidence is,
 *   RangeError if an option is out of range
 */
export function audit(input: AuditInput): AuditReport {
  const steps = auditInSteps(input)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/**
 * Like {@link audit} in steps, so that a server can answer other requests between them. Most steps judge one criterion
 * on one state; with a large record a step can take a tenth of a second.
 *
 * @throws {InvalidCriteriaError} if the criteria are malformed, {@link InvalidEvidenceError} if the evidence is,
 *   RangeError if an option is out of range; at any step
 */
export function* auditInSteps({
  criteria,
  task_item,
  options,
  states,
  max_mutants,
  other_axes = [],
  settings = [],
  verifier,
}: AuditInput): Steps<AuditReport> {
  const compiled = isCompiled(criteria) ? criteria : yield* verifier.compileCriteriaInSteps(criteria)
  const judged = yield* judgeStates(states, {
    criteria: compiled,
    options,
    task_item,
    maxMutants: max_mutants,
    budget: new AuditBudget(compiled.length, states.solutions?.length ?? 0),
    verifier,
  })
  const audited = {
    criteria: compiled,
    options,
    task_item,
    other_axes,
    settings,
    states: judged,
    parts: verifier.parts,
  }
  const findings: AuditFinding[] = []
  for (const rule of rules) {
    yield
    const found = rule(audited)
    findings.push(...('next' in found ? yield* found : found))
  }
  yield
  const errors = findings.filter(({ severity }) => severity === 'error')
  return {
    ok: errors.length === 0,
    null_floor: computeFloor(judged.untouched, options),
    spam_floor: judged.spam ? computeFloor(judged.spam, options) : null,
    harm: auditHarm(judged),
    solutions: judged.solutions.map(auditSolution),
    counters: judged.counters.map(({ name, refused_calls }) => ({
      name,
      noticed: !findings.some(({ code, evidence }) => code === 'counter-unnoticed' && evidence?.counter === name),
      refused_calls,
    })),
    criteria: yield* auditCriteria(verifier.parts, compiled, judged),
    findings: [...errors, ...findings.filter(({ severity }) => severity === 'warning')],
  }
}

/**
 * Returns the task score before caps, without comparison with the initial state; guards count as usual, once another
 * criterion scores.
 */
function computeFloor({ runs }: JudgedState, options: VerifyOptions | undefined): number {
  return scoreItems(runs, options).raw_score
}

function auditHarm({ solutions }: JudgedStates): HarmAudit {
  const acts = solutions.flatMap((solution) => solution.acts ?? [])
  return {
    ...countNoticed(solutions, ({ harms }) => harms),
    ...(acts.length > 0 && {
      calls: {
        ...countNoticed(solutions, (solution) => solution.acts?.judged ?? []),
        refused: acts.reduce((sum, { refused }) => sum + refused, 0),
      },
    }),
  }
}

function countNoticed(
  solutions: readonly JudgedSolution[],
  triedAfter: (solution: JudgedSolution) => readonly Pick<JudgedState, 'verdict' | 'items'>[],
) {
  const tried = solutions.flatMap((solution) => triedAfter(solution).map((harm) => stillPasses(harm, solution)))
  return { tried: tried.length, noticed: tried.filter((passes) => !passes).length }
}

function auditSolution(solution: JudgedSolution): SolutionAudit {
  const { name, score, verdict, mutants, left_out } = solution
  const survivors = mutants.filter((mutant) => !isNoticed(mutant, solution))
  return {
    name,
    score,
    verdict,
    mutants: mutants.length,
    left_out,
    noticed: mutants.length - survivors.length,
    survivors: survivors.map(({ mutation }) => ({ mutant: mutation.name })),
  }
}

function* auditCriteria(
  parts: readonly EvidencePart[],
  criteria: CompiledCriteria,
  { untouched, spam, solutions }: JudgedStates,
): Steps<readonly CriterionAudit[]> {
  const audits: CriterionAudit[] = []
  for (const [index, { id, label }] of criteria.entries()) {
    yield
    const touched: TouchedMutants[] = []
    for (const solution of solutions) touched.push(yield* touchedMutants(parts, solution, index))
    audits.push({
      criterion_id: id,
      label,
      null_score: untouched.runs[index]?.score ?? 0,
      spam_score: spam ? (spam.runs[index]?.score ?? 0) : null,
      solved: solutions.length === 0 ? null : solutions.some(({ runs }) => runs[index]?.passed === true),
      mutants: touched.reduce((sum, { touching }) => sum + touching.length, 0),
      noticed: touched.reduce((sum, { noticed }) => sum + noticed.length, 0),
    })
  }
  return audits
}
