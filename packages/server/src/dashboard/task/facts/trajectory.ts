import type { LogEntry } from '@carebench/protocol'
import { listOf, memberAt, numberOf, objectOf, textOf } from './unknown-value.js'

/** The kind of an entry of the log. */
export type StepKind = 'read' | 'write' | 'refused' | 'scenario' | 'system' | 'wait' | 'seal'

/** One entry of the log. */
export interface Step {
  readonly seq: number
  readonly at: string | null
  /** Time since the first entry; null if one of the times is invalid. */
  readonly milliseconds: number | null
  readonly kind: StepKind
  /** The called system, or `scenario` or `environment`. */
  readonly lane: string
  readonly title: string
  readonly status: number | null
  /** Number of changes. */
  readonly effects: number
  readonly entry: Readonly<Record<string, unknown>>
}

/** The actions in a task run, in order. */
export interface Trajectory {
  /** False if the record has no log. */
  readonly logged: boolean
  /** In the order of their first entry. */
  readonly lanes: readonly string[]
  readonly steps: readonly Step[]
}

/** Reads the log of a record. */
export function readTrajectory(log: readonly LogEntry[] | undefined): Trajectory {
  if (log === undefined) return { logged: false, lanes: [], steps: [] }
  const start = timeOf(memberAt(log[0], 'at'))
  const steps = log.map((entry, index) => readStep(entry, index, start))
  return { logged: true, lanes: [...new Set(steps.map(({ lane }) => lane))], steps }
}

function readStep(entry: unknown, index: number, start: number | null): Step {
  const at = textOf(memberAt(entry, 'at'))
  const time = timeOf(at)
  const action = memberAt(entry, 'action')
  const effects = listOf(memberAt(entry, 'effects')).length
  const status = numberOf(memberAt(entry, 'response', 'status'))
  return {
    seq: numberOf(memberAt(entry, 'seq')) ?? index + 1,
    at,
    milliseconds: time === null || start === null ? null : time - start,
    ...readAction(action, textOf(memberAt(entry, 'actor')), { effects, status }),
    status,
    effects,
    entry: objectOf(entry) ?? {},
  }
}

function readAction(
  action: unknown,
  actor: string | null,
  { effects, status }: { readonly effects: number; readonly status: number | null },
): Pick<Step, 'kind' | 'lane' | 'title'> {
  const kind = memberAt(action, 'kind')
  if (kind === 'scenario') {
    return { kind: 'scenario', lane: 'scenario', title: textOf(memberAt(action, 'step', 'type')) ?? 'a step' }
  }
  if (kind === 'wait') return { kind: 'wait', lane: 'environment', title: 'The agent waits' }
  if (kind === 'seal') return { kind: 'seal', lane: 'environment', title: 'The environment is sealed' }
  const call = memberAt(action, 'call')
  const lane = textOf(memberAt(action, 'simulator')) ?? 'environment'
  const query = textOf(memberAt(call, 'query')) ?? ''
  const path = textOf(memberAt(call, 'path')) ?? ''
  const title = `${textOf(memberAt(call, 'method')) ?? '?'} /${path}${query === '' ? '' : `?${query}`}`
  if (actor !== 'agent') return { kind: actor === 'scenario' ? 'scenario' : 'system', lane, title }
  if (status !== null && status >= 400) return { kind: 'refused', lane, title }
  return { kind: effects > 0 ? 'write' : 'read', lane, title }
}

function timeOf(at: unknown): number | null {
  const time = typeof at === 'string' ? Date.parse(at) : Number.NaN
  return Number.isNaN(time) ? null : time
}
