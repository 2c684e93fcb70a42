import type { LogEntry } from '@carebench/protocol'
import { memberAt, toList, toNumber, toObject, toText } from './unknown-value.js'

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
  const start = readTime(memberAt(log[0], 'at'))
  const steps = log.map((entry, index) => readStep(entry, index, start))
  return { logged: true, lanes: [...new Set(steps.map(({ lane }) => lane))], steps }
}

function readStep(entry: unknown, index: number, start: number | null): Step {
  const at = toText(memberAt(entry, 'at'))
  const time = readTime(at)
  const action = memberAt(entry, 'action')
  const effects = toList(memberAt(entry, 'effects')).length
  const status = toNumber(memberAt(entry, 'response', 'status'))
  return {
    seq: toNumber(memberAt(entry, 'seq')) ?? index + 1,
    at,
    milliseconds: time === null || start === null ? null : time - start,
    ...readAction(action, toText(memberAt(entry, 'actor')), { effects, status }),
    status,
    effects,
    entry: toObject(entry) ?? {},
  }
}

function readAction(
  action: unknown,
  actor: string | null,
  { effects, status }: { readonly effects: number; readonly status: number | null },
): Pick<Step, 'kind' | 'lane' | 'title'> {
  const kind = memberAt(action, 'kind')
  if (kind === 'scenario') {
    return { kind: 'scenario', lane: 'scenario', title: toText(memberAt(action, 'step', 'type')) ?? 'a step' }
  }
  if (kind === 'wait') return { kind: 'wait', lane: 'environment', title: 'The agent waits' }
  if (kind === 'seal') return { kind: 'seal', lane: 'environment', title: 'The environment is sealed' }
  const call = memberAt(action, 'call')
  const lane = toText(memberAt(action, 'simulator')) ?? 'environment'
  const query = toText(memberAt(call, 'query')) ?? ''
  const path = toText(memberAt(call, 'path')) ?? ''
  const title = `${toText(memberAt(call, 'method')) ?? '?'} /${path}${query === '' ? '' : `?${query}`}`
  if (actor !== 'agent') return { kind: actor === 'scenario' ? 'scenario' : 'system', lane, title }
  if (status !== null && status >= 400) return { kind: 'refused', lane, title }
  return { kind: effects > 0 ? 'write' : 'read', lane, title }
}

function readTime(at: unknown): number | null {
  const time = typeof at === 'string' ? Date.parse(at) : Number.NaN
  return Number.isNaN(time) ? null : time
}
