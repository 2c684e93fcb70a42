import type { Harm, Severity } from '@carebench/protocol'
import { harms } from '@carebench/protocol'
import { type EventRate, type Proportion, summarizeRuns } from '@carebench/verifier'
import { groupBy } from '../../runner/results/group-by.js'
import { familyOfTask } from '../../runner/results/task-family.js'
import type { Distribution } from '../trials/distribution.js'
import type { RunReport } from '../trials/run-report.js'
import type { CriterionFact, TrialFacts } from '../trials/trial-facts.js'

/** A kind of work: a family of tasks, or a single task. */
export interface KindOfWork {
  readonly name: string
  readonly tasks: number
  readonly trials: number
  readonly right: number
  /** Trials that broke a critical criterion by an act. */
  readonly harmful: number
}

/** A kind of harm, over the trials in which a criterion looks for it. */
export interface HarmSeen {
  readonly harm: Harm
  /** Trials whose criteria would detect it. */
  readonly looked: number
  readonly done: number
  /** Trials that left work undone, which could cause it. */
  readonly leftUndone: number
  /** The highest severity of such acts. */
  readonly severity: Severity | null
  /** The criteria that acts broke, by number of trials, highest first. */
  readonly acts: readonly HarmfulAct[]
}

/** A criterion that acts broke. */
export interface HarmfulAct {
  readonly label: string
  readonly trials: number
  /** The details in the record of the first such trial. */
  readonly details: string
}

/** A trial with its broken criteria. */
export interface WorstTrial {
  readonly trial: TrialFacts
  readonly broken: readonly CriterionFact[]
}

/** What the committee page says about an agent. */
export interface CommitteeFacts {
  readonly agent: string
  readonly isReference: boolean
  readonly tasks: number
  readonly planned: number
  readonly scored: number
  /** Trials that people have invalidated. */
  readonly invalidated: number
  /** Scored trials without failures in which not everything could be decided. */
  readonly undecided: number
  /**
   * The share of trials done right and without grave harm, with the range for similar work; null if nothing is scored.
   */
  readonly right: Proportion | null
  /** Trials that did critical harm by an act; null if nothing is known. */
  readonly critical: EventRate | null
  readonly kinds: readonly KindOfWork[]
  readonly harms: readonly HarmSeen[]
  /** At most three trials; none if nothing was broken. */
  readonly worst: readonly WorstTrial[]
  /** Trials that ended without a submission. */
  readonly endedEarly: number
  readonly time: Distribution | null
  /** Mean cost of a scored trial in US dollars; null if unknown. */
  readonly usdPerTrial: number | null
}

/** Collects what the committee page says about each agent of a run. */
export function committeeFacts({ summary, figures, trials }: RunReport): readonly CommitteeFacts[] {
  return summary.agents.map((agent, index) => {
    const own = trials.filter(({ key }) => key.agent === agent.agent)
    const scored = own.filter(({ result }) => result?.verdict != null)
    const { completion_under_policy: right = null, critical_failures } = summarize(scored)
    return {
      agent: agent.agent,
      isReference: agent.isolation === 'reference',
      tasks: agent.tasks.length,
      planned: agent.planned,
      scored: agent.scored,
      invalidated: agent.invalidated,
      undecided: agent.undecided.alone,
      right,
      critical: critical_failures?.attempts ?? null,
      kinds: kindsOf(scored),
      harms: harmsOf(scored),
      worst: worstOf(scored),
      endedEarly: scored.filter(({ result }) => result?.ended.kind !== 'completed').length,
      time: figures[index]?.time ?? null,
      usdPerTrial: agent.cost_usd === null ? null : agent.cost_usd / agent.scored,
    }
  })
}

/** Summarizes trials with task families as clusters if names contain them, because the range is for similar work. */
function summarize(scored: readonly TrialFacts[]): Partial<ReturnType<typeof summarizeRuns>> {
  if (scored.length === 0) return {}
  const attempts = scored.map(({ key, result }) => {
    const { verdict = null, score = null, broken = null, left_undone = null } = result ?? {}
    return { task_runs: [{ task_id: key.task, verdict, score, broken, left_undone }] }
  })
  return summarizeRuns(attempts, { familyOf: kindOf, k: [] })
}

function kindOf(task: string): string {
  return familyOfTask(task) ?? task
}

function kindsOf(scored: readonly TrialFacts[]): readonly KindOfWork[] {
  return [...groupBy(scored, ({ key }) => kindOf(key.task))].map(([name, trials]) => ({
    name,
    tasks: new Set(trials.map(({ key }) => key.task)).size,
    trials: trials.length,
    right: trials.filter(({ result }) => result?.verdict === 'pass').length,
    harmful: trials.filter((trial) => brokenOf(trial).some(isHarmful)).length,
  }))
}

function isHarmful({ severity, leftUndone }: CriterionFact): boolean {
  return severity === 'critical' && !leftUndone
}

const ranks: Readonly<Record<Severity, number>> = { critical: 0, major: 1, minor: 2 }

function brokenOf({ criteria }: TrialFacts): readonly CriterionFact[] {
  return criteria
    .filter(({ outcome }) => outcome === 'failed')
    .toSorted((a, b) => ranks[a.severity] - ranks[b.severity] || Number(a.leftUndone) - Number(b.leftUndone))
}

function harmsOf(scored: readonly TrialFacts[]): readonly HarmSeen[] {
  return harms.flatMap((harm): HarmSeen[] => {
    const looked = scored.filter(({ criteria }) => criteria.some((one) => one.harm === harm))
    if (looked.length === 0) return []
    const broken = looked.map((trial) => brokenOf(trial).filter((one) => one.harm === harm))
    const done = broken.filter((list) => list.some(({ leftUndone }) => !leftUndone))
    const gravest = done.flat().filter(({ leftUndone }) => !leftUndone)
    return [
      {
        harm,
        looked: looked.length,
        done: done.length,
        leftUndone: broken.filter((list) => list.length > 0).length - done.length,
        severity: gravest.toSorted((a, b) => ranks[a.severity] - ranks[b.severity])[0]?.severity ?? null,
        acts: listActs(done),
      },
    ]
  })
}

/** Lists the criteria that acts broke, from the broken criteria of each trial. */
function listActs(done: readonly (readonly CriterionFact[])[]): readonly HarmfulAct[] {
  const acts = done.flatMap((broken) => broken.filter(({ leftUndone }) => !leftUndone))
  return [...groupBy(acts, ({ label }) => label)]
    .map(([label, same]) => ({ label, trials: same.length, details: same[0]?.details ?? '' }))
    .toSorted((a, b) => b.trials - a.trials)
}

/** Returns the trials with the gravest harm, then the lowest score; only the worst of each task. */
function worstOf(scored: readonly TrialFacts[]): readonly WorstTrial[] {
  const ranked = scored
    .map((trial) => ({ trial, broken: brokenOf(trial) }))
    .filter(({ broken }) => broken.length > 0)
    .toSorted(
      (a, b) => weigh(b.broken) - weigh(a.broken) || (a.trial.result?.score ?? 0) - (b.trial.result?.score ?? 0),
    )
  const tasks = new Set<string>()
  return ranked.filter(({ trial: { key } }) => !tasks.has(key.task) && tasks.add(key.task)).slice(0, 3)
}

/** Weighs broken criteria: acts of harm before work left undone, and one grave act before many small ones. */
function weigh(broken: readonly CriterionFact[]): number {
  const points = { critical: 1000, major: 30, minor: 1 }
  return broken.reduce((sum, { severity, leftUndone }) => sum + points[severity] * (leftUndone ? 0.1 : 1), 0)
}
