import { type Distribution, describeDistribution } from '../../comparing/distribution.js'
import { groupBy } from '../../runner/results/group-by.js'
import { familyOfTask } from '../../runner/results/task-family.js'
import type { TrialResult } from '../../runner/results/trial-result.js'
import type { CriterionFact, TrialFacts } from './trial-facts.js'

/** An example trial, with the turn of the failure if known. */
export interface Example {
  readonly trial: TrialFacts
  readonly turn: number | null
}

/** Trials with the same end other than a submission. */
export interface EarlyEnd {
  readonly ended: TrialResult['ended']
  readonly trials: number
  readonly examples: readonly Example[]
}

/** A criterion of a task or a task family, with its results in the trials of all agents. */
export interface FailingCriterion
  extends Pick<CriterionFact, 'label' | 'guard' | 'severity' | 'harm' | 'leftUndone' | 'notRight'> {
  /** The name of the family, or of the task if it has no family. */
  readonly family: string
  /** The number of trials in which it was decided. */
  readonly decided: number
  readonly failed: number
  /** The number of failures in which the expected work was never done. */
  readonly neverDone: number
  readonly examples: readonly Example[]
}

/** Trials in which the same kind of write was the first to break a criterion. */
export interface WrongWrite {
  readonly title: string
  readonly trials: number
  readonly examples: readonly Example[]
}

/** The wasted calls of an agent. */
export interface WasteOfAgent {
  readonly agent: string
  readonly calls: number
  readonly refused: number
  readonly repeated: number
  /** The distribution of wasted calls per trial. */
  readonly perTrial: Distribution | null
}

/** Why trials failed. */
export interface FailureDigest {
  /** Trials that ended without a pass and without a submission, including unscored ones; most frequent first. */
  readonly earlyEnds: readonly EarlyEnd[]
  /** Criteria that failed at least once, most frequent first. */
  readonly criteria: readonly FailingCriterion[]
  readonly wrongWrites: readonly WrongWrite[]
  readonly waste: readonly WasteOfAgent[]
}

/** Maximum number of examples for each entry. */
const named = 5

/** Summarizes the failures of scored trials, and the early ends of all trials without a pass. */
export function digestFailures(trials: readonly TrialFacts[]): FailureDigest {
  const scored = trials.filter(({ result }) => result?.verdict != null)
  return {
    earlyEnds: listEarlyEnds(trials),
    // The reference is not an agent, and its passes would lower every share.
    criteria: listCriteria(scored.filter(({ result }) => result?.isolation !== 'reference')),
    wrongWrites: listWrongWrites(scored),
    waste: listWaste(scored),
  }
}

function listEarlyEnds(trials: readonly TrialFacts[]): readonly EarlyEnd[] {
  const cases = trials.flatMap((trial) => {
    const { result } = trial
    if (result === null || result.verdict === 'pass') return []
    const { ended } = result
    return ended.kind === 'completed' && ended.reason === 'done' ? [] : [{ trial, ended }]
  })
  const groups = groupBy(cases, ({ ended: { kind, reason, message } }) =>
    JSON.stringify([kind, reason, message ?? null]),
  )
  return [...groups.values()]
    .flatMap(([first, ...others]) => {
      if (first === undefined) return []
      const examples = [first, ...others].slice(0, named).map(({ trial }) => ({ trial, turn: null }))
      return [{ ended: first.ended, trials: 1 + others.length, examples }]
    })
    .toSorted((one, other) => other.trials - one.trials)
}

function nameFamily({ key: { task } }: TrialFacts): string {
  return familyOfTask(task) ?? task
}

function listCriteria(trials: readonly TrialFacts[]): readonly FailingCriterion[] {
  const cases = trials.flatMap((trial) => trial.criteria.map((criterion) => ({ trial, criterion })))
  const groups = groupBy(cases, ({ trial, criterion }) => JSON.stringify([nameFamily(trial), criterion.label]))
  return [...groups.values()]
    .flatMap((group): FailingCriterion[] => {
      const [first] = group
      const decided = group.filter(({ criterion }) => criterion.outcome === 'passed' || criterion.outcome === 'failed')
      const failed = decided.filter(({ criterion }) => criterion.outcome === 'failed')
      if (first === undefined || failed.length === 0) return []
      const { label, guard, severity, harm } = failed[0]?.criterion ?? first.criterion
      return [
        {
          ...{ label, guard, severity, harm },
          leftUndone: failed.every(({ criterion }) => criterion.leftUndone),
          notRight: failed.some(({ criterion }) => criterion.notRight),
          family: nameFamily(first.trial),
          decided: decided.length,
          failed: failed.length,
          neverDone: failed.filter(({ criterion }) => criterion.neverDone).length,
          examples: failed.slice(0, named).map(({ trial, criterion }) => ({ trial, turn: criterion.turn })),
        },
      ]
    })
    .toSorted((one, other) => other.failed / other.decided - one.failed / one.decided || other.failed - one.failed)
}

function listWrongWrites(trials: readonly TrialFacts[]): readonly WrongWrite[] {
  const cases = trials.flatMap((trial) => (trial.firstWrongWrite === null ? [] : [{ trial, ...trial.firstWrongWrite }]))
  return [...groupBy(cases, ({ title }) => title)]
    .map(([title, group]) => ({
      title,
      trials: group.length,
      examples: group.slice(0, named).map(({ trial, turn }) => ({ trial, turn })),
    }))
    .toSorted((one, other) => other.trials - one.trials)
}

function listWaste(trials: readonly TrialFacts[]): readonly WasteOfAgent[] {
  return [...groupBy(trials, ({ key }) => key.agent)].map(([agent, group]) => {
    const sum = (member: 'calls' | 'refused' | 'repeated') =>
      group.reduce((total, { wasted }) => total + wasted[member], 0)
    return {
      agent,
      calls: sum('calls'),
      refused: sum('refused'),
      repeated: sum('repeated'),
      perTrial: describeDistribution(group.map(({ wasted }) => wasted.refused + wasted.repeated)),
    }
  })
}
