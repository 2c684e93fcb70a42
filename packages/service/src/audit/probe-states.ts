import type { JsonValue } from '@carebench/protocol'
import { type HarmfulAct, makeProbes, type Probe, type ProbeState } from '@carebench/verifier'
import type { FrozenTask } from '../documents/collections/authoring.js'
import type { PlaygroundEvidence } from '../playground/playground-evidence.js'
import type { ActSetting, SolutionRehearsal } from './act-states.js'
import { completed, rehearse } from './audit-states.js'
import type { RehearsalSetting } from './beginning.js'

/** Maximum number of probes of all solutions of one task. */
export const maxProbes = 24

/**
 * Returns the final states of a solution that was run in other ways, in the simulated systems as an agent would run it.
 */
export async function probeStates(
  setting: RehearsalSetting,
  task: FrozenTask,
  { solution, rehearsed }: SolutionRehearsal,
  acts: readonly HarmfulAct[],
  { initial, own, evidence, pause, limit }: Omit<ActSetting, 'parts'>,
): Promise<readonly ProbeState[]> {
  const isStepped = rehearsed.rehearsal.clock.mode === 'stepped'
  const probes = makeProbes({
    calls: solution.calls,
    acts,
    ...findBystanders(setting, initial, own),
    maxDelaySeconds: isStepped ? Number.POSITIVE_INFINITY : task.timeout,
    limit,
  })
  const eventsBefore = probes.some(({ isRefused }) => isRefused === true)
    ? rehearsed.rehearsal.copy().end().events.length
    : 0
  const states: ProbeState[] = []
  for (const probe of probes) {
    await pause()
    const before = probe.when === 'after' ? rehearsed : undefined
    const done = await rehearse(setting, task, probe.calls, before)
    if (!isAnsweredAsExpected(probe, done.refusedCalls.length - rehearsed.refusedCalls.length)) continue
    const { state, output } = completed(done, solution)
    if (probe.isRefused === true && !isReported(state.events.slice(eventsBefore))) continue
    const { kind, name, mayPass } = probe
    states.push({ kind, name, ...(mayPass && { mayPass }), state: evidence(state, output) })
  }
  return states
}

/** Whether systems responded as the probe requires: they refused the last call, or accepted all calls. */
function isAnsweredAsExpected({ isRefused }: Probe, refused: number): boolean {
  return refused === (isRefused === true ? 1 : 0)
}

/**
 * Whether a refusal has an event with the refused record. A system that sends nothing outside, such as a chart, has no
 * such event, so no guard could notice the refusal.
 */
function isReported(events: PlaygroundEvidence['events']): boolean {
  return events.some(({ refused }) => refused !== undefined)
}

/**
 * Returns, from the systems without a key, the names that may occur in texts and the calls that read other people's
 * records.
 */
function findBystanders(
  { version, simulators }: RehearsalSetting,
  initial: PlaygroundEvidence['initial'],
  own: JsonValue,
) {
  const text = JSON.stringify(own)
  const found = version.simulators.flatMap(({ type, key }) => {
    const simulator = key === undefined ? simulators.get(type) : undefined
    const group = simulator?.group?.name
    const { names = [], reads = [] } = simulator?.bystanders?.(initial, text) ?? {}
    return {
      names,
      reads: group === undefined ? [] : reads.map((path) => ({ method: 'GET', path: `${group}/${path}` })),
    }
  })
  return { names: found.flatMap(({ names }) => names), reads: found.flatMap(({ reads }) => reads) }
}
