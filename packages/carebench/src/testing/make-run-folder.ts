import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { TrialKey } from '../runner/results/trial-result.js'
import type { Surface } from '../runner/surface.js'
import { type MadeTrial, writeResults } from './make-results.js'

// For tests only: results folders, made from the outcomes of their trials.

/** `p` passed, `f` failed, `c` or `m` broke a critical or major criterion, `i` infrastructure, `-` not tried. */
type Outcome = 'p' | 'f' | 'c' | 'm' | 'i' | '-'

export interface RunFolderOptions {
  /** The outcomes of the trials by agent and task: `{good: {A: 'ppf'}}`. */
  readonly agents: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly benchmark?: string
  readonly digest?: string
  readonly seed?: number
  /** Whether the benchmark lets the run choose worlds. */
  readonly seededWorlds?: boolean
  /** Members of the identity of each agent. */
  readonly identity?: Readonly<Record<string, string>>
  /** How the agents reached the systems. */
  readonly surface?: Surface
  /** `person` and `scripted` have an active time. Default: `none`. */
  readonly isolation?: string
  /** US dollars of each trial. */
  readonly usd?: number
  /** The message of the agent in failed trials. */
  readonly message?: string
  /** Creates the record of a scored trial from the name of the task and the id of the task run. Default: no records. */
  readonly records?: (name: string, id: string, passed: boolean) => object
}

/** Writes a results folder that is removed after the test. */
export function makeRunFolder(options: RunFolderOptions): string {
  const folder = mkdtempSync(join(tmpdir(), 'carebench-results-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const { agents, benchmark, digest, seed, identity = {} } = options
  const outcomes = Object.values(agents).flatMap((byTask) => Object.values(byTask))
  const trials = Object.entries(agents).flatMap(([agent, byTask]) =>
    Object.entries(byTask).flatMap(([task, list]) =>
      [...list].flatMap((outcome, index) =>
        outcome === '-' ? [] : [makeTrial({ agent, task, trial: index + 1 }, outcome as Outcome, options)],
      ),
    ),
  )
  writeResults(folder, trials, {
    ...(benchmark !== undefined && { benchmark }),
    ...(digest !== undefined && { benchmarkDigest: digest }),
    ...(seed !== undefined && { seed }),
    agents: Object.keys(agents),
    tasks: [...new Set(Object.values(agents).flatMap((byTask) => Object.keys(byTask)))],
    trials: Math.max(...outcomes.map(({ length }) => length)),
    agentLock: { digest: 'a1', kind: 'module', identity, isolation: 'none', limits: {}, runner: 0 },
  })
  return folder
}

function makeTrial(
  key: TrialKey,
  outcome: Outcome,
  {
    benchmark = 'small@1',
    seed,
    seededWorlds = false,
    isolation = 'none',
    surface,
    usd,
    message,
    records,
  }: RunFolderOptions,
): MadeTrial {
  const scored = outcome !== 'i'
  const passed = outcome === 'p'
  const nothing = { critical: 0, major: 0, minor: 0 }
  const record = scored ? records?.(key.task, `tr_${key.agent}_${key.task}_${key.trial - 1}`, passed) : undefined
  return {
    ...key,
    ...(record !== undefined && { record }),
    result: {
      key: { benchmark, ...key },
      ended: scored
        ? { kind: 'completed', reason: 'done', ...(message !== undefined && { message }) }
        : { kind: 'infra', reason: 'rate_limit', message: 'Too many requests.' },
      verdict: scored ? (passed ? 'pass' : 'fail') : null,
      score: scored ? (passed ? 1 : 0) : null,
      broken: scored
        ? { ...nothing, ...(outcome === 'c' && { critical: 1 }), ...(outcome === 'm' && { major: 1 }) }
        : null,
      agent_kind: 'module',
      isolation,
      ...(surface && { surface }),
      cost: usd === undefined ? { usd: null, source: 'none' } : { usd, source: 'provider' },
      time: {
        ...{ wall_ms: 1500, working_ms: 1500, throttled_ms: 0, model_ms: 0, tool_ms: 0 },
        ...(isolation !== 'none' && { active_ms: 1200, idle_ms: 300 }),
      },
      world_seed: seededWorlds && seed !== undefined ? seed * 1000 + key.trial : null,
    },
  }
}
