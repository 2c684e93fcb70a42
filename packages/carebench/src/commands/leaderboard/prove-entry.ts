import { isJsonObject } from '@carebench/protocol'
import { toText } from '@carebench/server/dashboard/task'
import type { RecordOpener } from '@carebench/service'
import { summarizeRuns } from '@carebench/verifier'
import type { RunFolder } from '../../files/run-folder.js'
import type { TrialKey, TrialResult } from '../../runner/results/trial-result.js'
import { UsageError } from '../../terminal/exit-reason.js'
import { printable } from '../../terminal/printable.js'
import type { Progress } from '../../terminal/progress.js'
import type { LeaderboardBenchmark, LeaderboardEntry } from './leaderboard.js'
import { proveTrial, type TrialProof } from './prove-trial.js'
import type { TrustedKeys } from './trusted-keys.js'

/** Minimum share of planned trials that must be scored. */
const minCoverage = 0.95

/** A proven entry, or all reasons why it could not be proven. */
export type EntryProof =
  | { readonly proven: true; readonly entry: LeaderboardEntry; readonly benchmark: LeaderboardBenchmark }
  | { readonly proven: false; readonly reasons: readonly string[] }

export interface EntryInput {
  readonly folder: RunFolder
  readonly agent: string
  readonly keys: TrustedKeys
  readonly bases: RecordOpener
  readonly progress: Progress
}

/**
 * Creates the entry of an agent from the records in a results folder; checks that the folder's other files agree with
 * the records.
 */
export function proveEntry({ folder, agent, keys, bases, progress }: EntryInput): EntryProof {
  if (!folder.agents.includes(agent)) {
    throw new UsageError(`${folder.path} has no agent ${agent}; its agents are ${folder.agents.join(', ')}`)
  }
  const scored = folder.scored.filter(({ key }) => key.agent === agent)
  const proofs = scored.map((result, index) => {
    progress.step(`Proving ${result.key.task}`, { number: index + 1, total: scored.length })
    return { result, proof: proveTrial(folder, result, keys, bases) }
  })
  const proven = proofs.flatMap(({ proof }) => (proof.proven ? [proof] : []))
  const isScript = scored.some(({ isolation }) => isolation === 'scripted')
  const reasons = [
    ...(isScript ? [`no people yet: ${printable(agent)} is a script in place of a person`] : []),
    ...findGaps(folder, agent, scored),
    ...proofs.flatMap(({ result, proof }) => (proof.proven ? [] : [`${nameTrial(result.key)}: ${proof.why}`])),
    ...findRepetitions(proven),
    ...findSubset(folder, proven),
  ]
  const [first] = proven
  if (first === undefined || reasons.length > 0) {
    return { proven: false, reasons: reasons.length > 0 ? reasons : [`${printable(agent)} has no scored trial`] }
  }
  return {
    proven: true,
    entry: makeEntry(folder, agent, scored, proven),
    benchmark: { ...first.attestation.statement.benchmark },
  }
}

type ProvenProof = Extract<TrialProof, { proven: true }>

/** Finds missing trials, and traces of trials that were removed from the plan. */
function findGaps(
  { plan, unplanned, attempts, invalid }: RunFolder,
  agent: string,
  scored: readonly TrialResult[],
): readonly string[] {
  const planned = plan.filter((key) => key.agent === agent)
  const found = new Set(scored.map(({ key }) => nameTrial(key)))
  const isOwn = (key: TrialKey) => key.agent === agent
  const invalidated = invalid.filter(({ key }) => isOwn(key)).map(({ key }) => nameTrial(key))
  const lost = new Set(attempts.filter((line) => isOwn(line) && line.verdict !== null).map(nameTrial))
  const coverage = planned.length === 0 ? 0 : scored.length / planned.length
  const share = `${scored.length} of ${planned.length}`
  return [
    ...invalidated.map(
      (name) => `${name}: was invalidated, and a leaderboard counts every scored trial; see carebench assess`,
    ),
    ...(coverage < minCoverage ? [`only ${share} trials are scored; at least 95 % are needed`] : []),
    ...unplanned
      .filter(({ key }) => isOwn(key))
      .map(({ key }) => `${nameTrial(key)}: the plan in run.json lacks this trial, which has a result`),
    ...[...lost]
      .filter((name) => !found.has(name) && !invalidated.includes(name))
      .map((name) => `${name}: index.jsonl says that it was scored, but its result is missing or not in the plan`),
  ]
}

/** Finds records that are used for more than one trial. */
function findRepetitions(proven: readonly ProvenProof[]): readonly string[] {
  const seen = new Map<string, string>()
  return proven.flatMap(({ trial }) => {
    const name = `${trial.task}, trial ${trial.trial}`
    const before = seen.get(trial.task_run_id)
    seen.set(trial.task_run_id, before ?? name)
    return before === undefined ? [] : [`${printable(name)}: its record is that of ${printable(before)}`]
  })
}

function findSubset({ tasks }: RunFolder, proven: readonly ProvenProof[]): readonly string[] {
  const all = proven[0]?.attestation.statement.benchmark.tasks
  if (all === undefined || (tasks.length === all && new Set(tasks).size === all)) return []
  return [`the run has ${tasks.length} of the ${all} tasks of the benchmark`]
}

function makeEntry(
  folder: RunFolder,
  agent: string,
  scored: readonly TrialResult[],
  proven: readonly ProvenProof[],
): LeaderboardEntry {
  const runs = proven.map(({ trial, broken, left_undone }) => ({
    task_runs: [{ task_id: trial.task, verdict: trial.verdict, score: trial.score, broken, left_undone }],
  }))
  const { passed, pass_rate, mean_score, completion_under_policy, critical_failures, critical_omissions, repeated } =
    summarizeRuns(runs)
  if (pass_rate === null || mean_score === null) throw new Error('Proven trials have a pass rate.')
  const planned = folder.plan.filter((key) => key.agent === agent).length
  const unscored = planned - proven.length
  const lock = folder.lock.agents[agent] ?? {}
  const [result] = scored
  const costs = scored.map(({ cost }) => cost.usd)
  return {
    agent,
    trials: folder.trials,
    planned,
    scored: proven.length,
    coverage: proven.length / planned,
    passed,
    pass_rate,
    bounds: { low: passed / planned, high: (passed + unscored) / planned },
    mean_score,
    completion_under_policy,
    critical_failures,
    critical_omissions,
    repeated,
    completed_at: distinct(proven.map(({ completedAt }) => completedAt)).at(-1) ?? '',
    keys: distinct(proven.map(({ attestation }) => attestation.key)),
    solvers: distinct(proven.flatMap(({ attestation }) => attestation.statement.solver_id ?? [])),
    claimed: {
      kind: toText(lock.kind) ?? 'unknown',
      model: result?.model?.requested ?? null,
      isolation: toText(lock.isolation) ?? 'unknown',
      limits: isJsonObject(lock.limits) ? lock.limits : {},
      ...(folder.lock.seed !== null && { seed: folder.lock.seed }),
      agent_digest: toText(lock.digest) ?? '',
      cost_per_trial_usd: costs.includes(null)
        ? null
        : costs.reduce<number>((sum, usd) => sum + (usd ?? 0), 0) / costs.length,
    },
    runs: proven.map(({ trial }) => trial),
  }
}

function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values)].sort()
}

function nameTrial({ task, trial }: TrialKey): string {
  return `${printable(task)}, trial ${trial}`
}
