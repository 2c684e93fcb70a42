import {
  type CallDescription,
  type JsonValue,
  readKeyInName,
  type SimulatorCall,
  type SolutionCall,
  type Steps,
  withoutSystemKey,
  withSystemKey,
} from '@carebench/protocol'
import type { AcceptedCall, AnySimulator, RunningSimulator } from '@carebench/systems'
import type { HarmfulStep, RecordedAct, RecordKey } from '@carebench/verifier'
import type { RehearsalSetting } from './beginning.js'
import { CapturesTooLargeError, type FillBudget, fillPlaceholders } from './placeholders.js'

/** A call of a solution that may have changed something, with the group to which it was addressed. */
export interface MadeCall extends AcceptedCall {
  readonly group: string
}

/** The members of a running system that harm to it needs. */
type ActedOn = Pick<RunningSimulator, 'simulator' | 'harm'>

/** The parts of a rehearsal from which its acts are read. */
interface ActedOut {
  readonly captured: ReadonlyMap<string, JsonValue>
  readonly budget: FillBudget
  /** One item for each recorded call; undefined for calls that only read, or were not made. */
  readonly made: readonly (MadeCall | undefined)[]
  readonly rehearsal: { findRunning(group: string): ActedOn | undefined }
}

/** The systems of a task: their types, and the keys of those that are not the first of their type. */
type PlacedSystems = readonly { readonly type: string; readonly key?: string | undefined }[]

/** Maximum numbers of calls of an act, and of characters of its JSON; larger ones are left out. */
const maxCalls = 100
const maxCharacters = 200_000

interface Growing {
  readonly made: MadeCall
  readonly calls: [SolutionCall, ...SolutionCall[]]
  /** The names of the values that it captures itself. */
  readonly own: Set<string>
}

/**
 * Returns the acts of a solution, in one step for each: every accepted call that writes or sends, with the later calls
 * whose path has a value that it captured. Acts with more than 100 calls or 200,000 characters are left out; all acts
 * are left out if their inserted values are too large.
 */
export function* recordedActs(
  calls: readonly SolutionCall[],
  acted: ActedOut,
  placed: PlacedSystems = [],
): Steps<readonly RecordedAct[]> {
  const acts: Growing[] = []
  for (const [index, recorded] of calls.entries()) {
    const names = Object.keys(recorded.capture ?? {})
    const act = acts.findLast(({ own }) => [...own].some((name) => recorded.path.includes(`{{${name}}}`)))
    if (act !== undefined) {
      act.calls.push(recorded)
      for (const name of names) act.own.add(name)
      continue
    }
    const made = acted.made[index]
    if (made !== undefined && made.response.status < 400) acts.push({ made, calls: [recorded], own: new Set(names) })
  }
  try {
    const recorded: RecordedAct[] = []
    for (const act of acts.filter((one) => one.calls.length <= maxCalls)) {
      yield
      const made = recordedAct(act, acted, placed)
      if (made !== undefined) recorded.push(made)
    }
    return recorded
  } catch (error) {
    if (error instanceof CapturesTooLargeError) return []
    throw error
  }
}

function recordedAct({ made, calls, own }: Growing, acted: ActedOut, placed: PlacedSystems): RecordedAct | undefined {
  const running = acted.rehearsal.findRunning(made.group)
  if (running === undefined) return undefined
  const others = new Map([...acted.captured].filter(([name]) => !own.has(name)))
  const budget = acted.budget.copy()
  const fill = (call: SolutionCall): SolutionCall => ({
    ...(fillPlaceholders(call as JsonValue, others, budget) as unknown as SolutionCall),
    ...(call.capture && { capture: call.capture }),
  })
  const [first, ...rest] = calls
  const filled: RecordedAct['calls'] = [fill(first), ...rest.map(fill)]
  if (JSON.stringify(filled).length > maxCharacters) return undefined
  const { method } = made.call
  const makesAnother = method === 'POST'
  const steps = stepsAfter(made, running, placed)
  return {
    name: `${method} ${first.path}`,
    calls: filled,
    makesAnother,
    isReversible: makesAnother && steps.some(({ kind }) => kind === 'undone'),
    target: {
      parts: running.simulator.records.map(({ name }) => name),
      system: readKeyInName(made.group),
      path: made.call.path,
    },
    steps,
  }
}

/**
 * Returns the harmful calls that an accepted call allows: a deletion, if agents can delete its record, and the harmful
 * calls that its system defines, some at each other system of its type.
 */
export function stepsAfter(
  { group, ...accepted }: MadeCall,
  { simulator, harm }: ActedOn,
  placed: PlacedSystems = [],
): readonly HarmfulStep[] {
  const { call, response } = accepted
  const written = call.method === 'POST' ? response.headers.location?.replace(/\/_history\/.*$/, '') : call.path
  const deletion =
    call.method !== 'DELETE' && written !== undefined && isDeletable(simulator, written)
      ? [{ kind: 'undone', what: 'deleted', call: { method: 'DELETE', path: `${group}/${written}` } } as const]
      : []
  const key = readKeyInName(group)
  const others = placed.filter((one) => one.type === simulator.type && one.key !== key)
  const own = (harm?.(accepted) ?? []).flatMap(({ kind, what, group: name, call }): HarmfulStep[] => {
    const target = name ?? withoutSystemKey(group)
    if (kind !== 'disclosure') return [{ kind, what, call: recordedFrom(call, withSystemKey(target, key)) }]
    return others.map((other) => {
      const place = withSystemKey(target, other.key)
      return { kind, what: `${what} ${place}`, call: recordedFrom(call, place) }
    })
  })
  return [...deletion, ...own]
}

/** Returns the call that deletes a record; undefined if agents cannot delete it in any system of the task. */
export function findDeletion(
  { version, simulators }: RehearsalSetting,
  { part, system, key }: RecordKey,
): SolutionCall | undefined {
  for (const placed of version.simulators) {
    const simulator = simulators.get(placed.type)
    if (simulator === undefined || simulator.group === null || placed.key !== system) continue
    if (!simulator.records.some(({ name }) => name === part) || !isDeletable(simulator, key)) continue
    return { method: 'DELETE', path: `${withSystemKey(simulator.group.name, system)}/${key}` }
  }
  return undefined
}

function isDeletable({ calls }: AnySimulator, path: string): boolean {
  return calls.some((description) => description.method === 'DELETE' && hasPath(description, path))
}

function hasPath({ path: template, takesRest }: CallDescription, path: string): boolean {
  const [wanted, given] = [template.split('/').filter((step) => step !== ''), path.split('/')]
  if (takesRest === true ? given.length < wanted.length : given.length !== wanted.length) return false
  return wanted.every((step, index) => (step.startsWith('{') ? given[index] !== '' : step === given[index]))
}

function recordedFrom({ method, path, query, headers, body }: SimulatorCall, group: string): SolutionCall {
  const target = `${group}/${path}${query === '' ? '' : `?${query}`}`
  const recorded = { method, path: target, headers }
  if (body === null || 'base64' in body) return recorded
  return 'text' in body ? { ...recorded, text: body.text } : { ...recorded, body: body.json }
}
