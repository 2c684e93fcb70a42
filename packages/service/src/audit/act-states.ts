import type { JsonValue, Solution } from '@carebench/protocol'
import {
  type ActState,
  type EvidencePart,
  type EvidenceSource,
  findHarmfulActs,
  type HarmfulAct,
} from '@carebench/verifier'
import type { FrozenTask } from '../documents/collections/authoring.js'
import type { PlaygroundEvidence } from '../playground/playground-evidence.js'
import { inSteps } from '../work/in-steps.js'
import { completed, type Rehearsed, rehearse } from './audit-states.js'
import type { RehearsalSetting } from './beginning.js'
import { findDeletion, recordedActs, stepsAfter } from './recorded-acts.js'

/** Maximum number of harmful acts that are tried for all solutions of one task. */
export const maxActs = 24

/** A solution whose calls were made, and that is not completed yet. */
export interface SolutionRehearsal {
  readonly solution: Solution
  readonly rehearsed: Rehearsed
}

/** The input for harm to the solutions of a task. */
export interface ActSetting {
  readonly parts: readonly EvidencePart[]
  /** The state before the solutions. */
  readonly initial: PlaygroundEvidence['initial']
  /** Texts that say whom the work is about. */
  readonly own: JsonValue
  readonly evidence: (state: PlaygroundEvidence, output: JsonValue | undefined) => EvidenceSource
  /** Called before each act: lets other work run, and throws to stop. */
  readonly pause: () => Promise<void>
  /** Maximum number of acts. */
  readonly limit: number
}

/** Returns the harm that calls can do after a solution. */
export async function harmfulActsAfter(
  setting: RehearsalSetting,
  { solution, rehearsed }: SolutionRehearsal,
  { parts, initial, own, pause, limit }: ActSetting,
): Promise<readonly HarmfulAct[]> {
  const acts = await inSteps(recordedActs(solution.calls, rehearsed, setting.version.simulators), setting.clock)
  const steps = findHarmfulActs({
    parts,
    initial,
    own,
    acts,
    deletionOf: (record) => findDeletion(setting, record),
    limit,
  })
  let step = steps.next()
  for (; step.done !== true; step = steps.next()) await pause()
  return step.value
}

/**
 * Returns the final states of a solution with harmful calls after it, made in the simulated systems as an agent would
 * make them.
 */
export async function actStates(
  setting: RehearsalSetting,
  task: FrozenTask,
  { solution, rehearsed }: SolutionRehearsal,
  acts: readonly HarmfulAct[],
  { evidence, pause }: ActSetting,
): Promise<readonly ActState[]> {
  const states: ActState[] = []
  for (const act of acts) {
    await pause()
    const { kind, name } = act
    const done = await runAct(setting, task, act, rehearsed)
    const final = done && completed(done, solution)
    states.push({ kind, name, state: final === undefined ? null : evidence(final.state, final.output) })
  }
  return states
}

/**
 * Makes the calls of an act. Undefined if the first call is refused, or if its record cannot be taken back as required.
 */
async function runAct(
  setting: RehearsalSetting,
  task: FrozenTask,
  { calls: [first, ...rest], takenBack }: HarmfulAct,
  before: Rehearsed,
): Promise<Rehearsed | undefined> {
  const begun = await rehearse(setting, task, [first], before)
  const [made] = begun.made.slice(before.made.length)
  if (made === undefined || made.response.status >= 400) return undefined
  const done = rest.length === 0 ? begun : await rehearse(setting, task, rest, begun)
  if (takenBack !== true) return done
  const running = done.rehearsal.findRunning(made.group)
  const undoing = running && stepsAfter(made, running).find(({ kind }) => kind === 'undone')
  return undoing && (await rehearse(setting, task, [undoing.call], done))
}
