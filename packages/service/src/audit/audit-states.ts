import type { JsonValue, Solution, TaskAudit } from '@carebench/protocol'
import type { FrozenTask } from '../documents/authoring.js'
import type { PlaygroundEvidence } from '../playground/playground.js'
import { fillPlaceholders } from './placeholders.js'
import { Rehearsal, type RehearsalSetting } from './rehearsal.js'
import { capture, readyCall } from './solution-call.js'

type RefusedCalls = TaskAudit['solutions'][number]['refused_calls']

/** A solution that was carried out. */
export interface RehearsedSolution {
  readonly name: string
  readonly state: PlaygroundEvidence
  /** What it completes the task with; undefined if nothing. */
  readonly output: JsonValue | undefined
  /** What its calls and its completion sent. */
  readonly sent: readonly JsonValue[]
  readonly refusedCalls: RefusedCalls
}

/** More refused calls of one solution than this are not told. */
const mostRefusals = 20

/** What an agent hands in that has nothing to hand in. */
export const noiseOutput: JsonValue = Object.fromEntries(
  ['answer', 'result', 'summary', 'status', 'text', 'value'].map((name) => [name, 'noise']),
)

/** The state in which an agent finds the task. */
export function untouchedState(setting: RehearsalSetting, task: FrozenTask): PlaygroundEvidence {
  return new Rehearsal(setting, task).end()
}

/**
 * The state after every endpoint of every system was touched with noise and the task's time has run out: what comes
 * about without an agent that knows what it does.
 */
export async function spamState(setting: RehearsalSetting, task: FrozenTask): Promise<PlaygroundEvidence> {
  const rehearsal = new Rehearsal(setting, task)
  for (const { type, config } of setting.version.simulators) {
    const script = setting.simulators.get(type)?.noise(config)
    if (script === undefined) continue
    for (let next = script.next(); next.done !== true; ) {
      next = script.next(await rehearsal.call(next.value.group, next.value.call))
    }
  }
  rehearsal.wait(task.timeout)
  return rehearsal.end()
}

/** The state after the recorded calls of a solution. */
export async function solutionState(
  setting: RehearsalSetting,
  task: FrozenTask,
  solution: Solution,
): Promise<RehearsedSolution> {
  const rehearsal = new Rehearsal(setting, task)
  const captured = new Map<string, JsonValue>()
  const sent: JsonValue[] = []
  const refusedCalls: RefusedCalls = []
  for (const [index, recorded] of solution.calls.entries()) {
    rehearsal.wait(recorded.delay_seconds ?? 0)
    const { group, call } = readyCall(recorded, captured, (name) => rehearsal.simulatorOf(name)?.headers ?? [])
    const answer = await rehearsal.call(group, call)
    capture(recorded, answer, captured)
    sent.push({ path: call.path, query: call.query, body: call.body })
    if (answer.status >= 400 && refusedCalls.length < mostRefusals) {
      refusedCalls.push({ number: index + 1, method: call.method, path: recorded.path, status: answer.status })
    }
  }
  const output = solution.output === undefined ? undefined : fillPlaceholders(solution.output, captured)
  if (output !== undefined) sent.push(output)
  return { name: solution.name, state: rehearsal.end(), output, sent, refusedCalls }
}
