import {
  type JsonValue,
  limits,
  type Solution,
  type SolutionCall,
  type TaskAudit,
  withSystemKey,
} from '@carebench/protocol'
import type { FrozenTask } from '../documents/collections/authoring.js'
import type { PlaygroundEvidence } from '../playground/playground-evidence.js'
import { simulatorsOfTask } from '../runs/task-blueprint.js'
import type { RehearsalSetting } from './beginning.js'
import { answerOwnPath } from './own-path.js'
import { CapturesTooLargeError, FillBudget, fillPlaceholders, maxFilledLength } from './placeholders.js'
import type { MadeCall } from './recorded-acts.js'
import { refusalReason } from './refusal-reason.js'
import { Rehearsal } from './rehearsal.js'
import { capture, readyCall, refusedStatus } from './solution-call.js'

type RefusedCalls = TaskAudit['solutions'][number]['refused_calls']

/** A solution that has been executed. */
export interface RehearsedSolution {
  readonly name: string
  readonly state: PlaygroundEvidence
  /** The output it completes the task with; undefined if none. */
  readonly output: JsonValue | undefined
  /** The bodies of its calls and of its completion. */
  readonly sent: readonly JsonValue[]
  readonly refusedCalls: RefusedCalls
}

/** The response to a call. */
interface Answered {
  readonly status: number
  /** The system's reason for the refusal, in its own words. */
  readonly reason?: string | undefined
}

/** Maximum number of refused calls that are reported for one solution. */
const maxRefusals = 20

/** The output of an agent that has nothing to submit. */
export const noiseOutput: JsonValue = Object.fromEntries(
  ['answer', 'result', 'summary', 'status', 'text', 'value'].map((name) => [name, 'noise']),
)

/** Returns the state in which an agent finds the task. */
export async function untouchedState(setting: RehearsalSetting, task: FrozenTask): Promise<PlaygroundEvidence> {
  const rehearsal = new Rehearsal(setting, task)
  await rehearsal.prepare()
  return rehearsal.end()
}

/** Maximum number of one-year waits until nothing more happens: each of several successive steps may take a year. */
const maxYears = 20

/**
 * Waits as long as waiting may matter: until the timeout or, on a stepped clock, which has no timeout, until the last
 * event that happens without the agent, such as successive steps of the scenario and decisions of payers.
 */
async function waitForAll(rehearsal: Rehearsal, { version }: RehearsalSetting, { timeout }: FrozenTask): Promise<void> {
  const start = rehearsal.clock.now
  let last = start + timeout * 1000
  if (version.overrides.clock === 'stepped') {
    const ahead = rehearsal.copy()
    for (let year = 1; year <= maxYears; year++) {
      const milliseconds = limits.arrivals.seconds * 1000
      await ahead.prepare(milliseconds)
      const { arrived } = ahead.waitFor({ milliseconds, untilEvent: false })
      if (arrived.length === 0) break
      last = Math.max(last, Date.parse(arrived.at(-1)?.at ?? ''))
    }
  }
  rehearsal.wait((last - start) / 1000)
  await rehearsal.prepare()
}

/** Returns the state after a wait as long as waiting may matter, without any action. */
export async function waitedState(setting: RehearsalSetting, task: FrozenTask): Promise<PlaygroundEvidence> {
  const rehearsal = new Rehearsal(setting, task)
  await waitForAll(rehearsal, setting, task)
  return rehearsal.end()
}

/**
 * Returns the state after noise calls to every endpoint of every system, and a wait as long as waiting may matter: the
 * effects of an agent that acts without understanding.
 */
export async function spamState(setting: RehearsalSetting, task: FrozenTask): Promise<PlaygroundEvidence> {
  const rehearsal = new Rehearsal(setting, task)
  for (const { type, key, config } of simulatorsOfTask(setting.version, task)) {
    const script = setting.simulators.get(type)?.noise(config)
    if (script === undefined) continue
    for (let next = script.next(); next.done !== true; ) {
      next = script.next(await rehearsal.call(withSystemKey(next.value.group, key), next.value.call))
    }
  }
  await waitForAll(rehearsal, setting, task)
  return rehearsal.end()
}

/** A solution that is being executed, with the results of its calls so far. */
export interface Rehearsed {
  readonly rehearsal: Rehearsal
  readonly captured: ReadonlyMap<string, JsonValue>
  readonly sent: readonly JsonValue[]
  readonly refusedCalls: RefusedCalls
  readonly budget: FillBudget
  /** Its calls; undefined for calls that only read, or were not made. */
  readonly made: readonly (MadeCall | undefined)[]
}

/**
 * Makes the recorded calls of a solution after those of `before`, which is not changed. A call that every service would
 * refuse is not made, and is reported with the refused calls.
 */
export async function rehearse(
  setting: RehearsalSetting,
  task: FrozenTask,
  calls: readonly SolutionCall[],
  before?: Rehearsed,
): Promise<Rehearsed> {
  const rehearsal = before?.rehearsal.copy() ?? new Rehearsal(setting, task)
  const budget = before?.budget.copy() ?? new FillBudget(maxFilledLength)
  const captured = new Map<string, JsonValue>(before?.captured)
  const sent: JsonValue[] = [...(before?.sent ?? [])]
  const refusedCalls: RefusedCalls = [...(before?.refusedCalls ?? [])]
  const made: (MadeCall | undefined)[] = [...(before?.made ?? [])]
  const first = made.length + 1
  const make = async (recorded: SolutionCall, number: number): Promise<Answered> => {
    const ready = readyCall(recorded, captured, (name) => rehearsal.simulatorOf(name), budget)
    const refused = refusedStatus(ready)
    if (refused !== undefined) return { status: refused }
    const { group, call } = ready
    const own = answerOwnPath(rehearsal, ready)
    const answer = own ?? (await rehearsal.call(group, call))
    // Responses to searches would fill the memory.
    if (own === undefined && call.method !== 'GET') made[number - 1] = { group, call, response: answer }
    sent.push({ path: call.path, query: call.query, body: call.body })
    capture(recorded, answer, captured, budget)
    const { status, body } = answer
    return { status, reason: status < 400 ? undefined : refusalReason(body) }
  }
  for (const [index, recorded] of calls.entries()) {
    rehearsal.wait(recorded.delay_seconds ?? 0)
    const { method, path } = recorded
    const number = first + index
    made[number - 1] = undefined
    report(refusedCalls, number, method, path, await make(recorded, number).catch(tooLarge))
  }
  await rehearsal.prepare()
  return { rehearsal, captured, sent, refusedCalls, budget, made }
}

/** Completes a solution with its output, as the last act of its rehearsal. */
export function completed(
  { rehearsal, captured, sent, refusedCalls, budget, made }: Rehearsed,
  { name, output: template }: Pick<Solution, 'name' | 'output'>,
): RehearsedSolution {
  if (template === undefined) return { name, state: rehearsal.end(), output: undefined, sent, refusedCalls }
  const refused = [...refusedCalls]
  try {
    const output = fillPlaceholders(template, captured, budget)
    if (new TextEncoder().encode(JSON.stringify(output)).length <= limits.body) {
      return { name, state: rehearsal.end(), output, sent: [...sent, output], refusedCalls }
    }
    report(refused, made.length + 1, 'POST', 'complete', { status: 413 })
  } catch (error) {
    report(refused, made.length + 1, 'POST', 'complete', tooLarge(error))
  }
  return { name, state: rehearsal.end(), output: undefined, sent, refusedCalls: refused }
}

function report(refused: RefusedCalls, number: number, method: string, path: string, { status, reason }: Answered) {
  if (status < 400 || refused.length >= maxRefusals) return
  refused.push({ number, method, path, status, ...(reason !== undefined && { reason }) })
}

function tooLarge(error: unknown): Answered {
  if (error instanceof CapturesTooLargeError) return { status: 413 }
  throw error
}
