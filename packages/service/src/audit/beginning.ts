import { type Clock, type EventRecord, formatInstant } from '@carebench/protocol'
import type { AnySimulator, SimulatorEvidence } from '@carebench/systems'
import type { FrozenTask, UnauditedVersion } from '../documents/collections/authoring.js'
import { listArrivals } from '../playground/arrivals.js'
import type { Outside } from '../playground/calls/outside.js'
import { toEventRecord } from '../playground/log/event-records.js'
import { readAdvance } from '../playground/playground-state.js'
import { Agenda } from '../playground/scenario/agenda.js'
import { assertTaken, injectStep } from '../playground/scenario/inject-step.js'
import type { SimulatorSet } from '../playground/simulator-set.js'
import { scenarioSteps } from '../runs/scenario-steps.js'
import { toClockPlan } from '../runs/task-clock.js'

/** The data that the rehearsals of all tasks of one version share. */
export interface RehearsalSetting {
  readonly version: UnauditedVersion
  readonly simulators: ReadonlyMap<string, AnySimulator>
  /**
   * External services that simulators may call: documents are read, but no model is called, so that an audit is
   * reproducible.
   */
  readonly outside?: Outside
  /** The clock of the service, which determines when long work pauses. */
  readonly clock: Clock
  /** The seeded state of a task of the version; it is never changed. */
  readonly baseOf: (task: FrozenTask) => SimulatorSet
}

/** The progress of a rehearsal. To continue from it, fork the simulators and copy the agenda. */
export interface Progress {
  readonly simulators: SimulatorSet
  readonly agenda: Agenda
  readonly events: readonly EventRecord[]
  /** The number that the last log entry would have. */
  readonly seq: number
  /** The time of that entry, in milliseconds since 1970. */
  readonly lastAt: number
  /** The time, in milliseconds since 1970. */
  readonly time: number
  readonly beginning: Beginning
}

/** The state in which the agent finds a task, after the scenario. */
export interface Beginning extends Omit<Progress, 'beginning'> {
  /** The evidence of the simulators: the same object for all rehearsals, so that they can share derived data. */
  readonly evidence: SimulatorEvidence
}

interface KeptBeginning {
  readonly key: string
  readonly progress: Progress
}

/** Only the last setting is kept: those of a large benchmark would fill the memory. */
const kept = new WeakMap<RehearsalSetting, KeptBeginning>()

/**
 * Returns the state in which a task begins, computed once for successive tasks that have the same scenario and start
 * and add no environment. Throws a ScenarioFailedError if the scenario fails.
 */
export function startBeginning(setting: RehearsalSetting, task: FrozenTask): Progress {
  const key = keyOfBeginning(task)
  const last = kept.get(setting)
  if (last?.key === key) return last.progress
  const beginning = begin(setting, task)
  const progress = { ...beginning, beginning }
  kept.set(setting, { key, progress })
  return progress
}

/**
 * Returns a key that is equal for tasks that begin alike: with the same scenario and start, and no environment of their
 * own.
 */
export function keyOfBeginning({ environment, id, scenario, starts_at }: FrozenTask): string {
  return JSON.stringify([starts_at, scenario, environment === undefined ? null : id])
}

function begin({ version, baseOf }: RehearsalSetting, task: FrozenTask): Beginning {
  const simulators = baseOf(task).fork()
  const arrivals = listArrivals(task)
  for (const { step } of arrivals) assertTaken(simulators, step)
  const events: EventRecord[] = []
  const seed = version.overrides.seed ?? 0
  let [seq, lastAt] = [0, 0]
  let time = toClockPlan(version, task).startsAt ?? Date.parse(version.created_at)
  for (const step of scenarioSteps(task)) {
    seq++
    const at = formatInstant(time)
    const change = injectStep(simulators, step, { seed, seq, at })
    simulators.apply(change.effects)
    for (const event of change.events) events.push(toEventRecord(event, { seq, at, actor: 'scenario' }))
    lastAt = Date.parse(at)
    time += readAdvance(step)
  }
  return { simulators, evidence: simulators.evidence(), agenda: Agenda.of(arrivals), events, seq, lastAt, time }
}
