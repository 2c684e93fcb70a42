import type { JsonValue } from '@carebench/protocol'
import type { EvidencePart } from '../evidence/evidence-part.js'
import type { EvidenceSource, EvidenceStateSource } from '../evidence/state/evidence-source.js'
import { readWhole } from '../evidence/state/evidence-state.js'
import { listSystems, mergeStates, replaceState, selectState } from '../evidence/state/keyed-states.js'
import type { AuditStates } from './audit-report.js'
import { listTexts } from './mutants/texts/texts.js'

/** A state that arises without any work on the task, or without understanding it. */
export interface IdleState {
  /** Names the state, for a sentence: "It scores 1 on …". */
  readonly what: string
  readonly state: EvidenceSource
}

/** Outputs that take no work. */
const emptyOutputs: readonly JsonValue[] = [null, {}, [], '']

/**
 * Returns the states, other than the untouched one, that an agent leaves without any work: it waits, it submits an
 * empty output or one that repeats the task, or systems that were not observed at first turn out empty.
 *
 * `start` is the untouched state in the form in which the others are compared with it.
 */
export function idleStates(
  start: EvidenceSource,
  states: AuditStates,
  task_item: JsonValue | undefined,
  parts: readonly EvidencePart[],
): readonly IdleState[] {
  const { waited, spam, solutions = [] } = states
  const seen = [waited, spam, ...solutions.map(({ state }) => state)]
  const empty = emptyParts(parts, start, seen)
  const make = (what: string, more: EvidenceStateSource & { readonly output?: JsonValue }): IdleState => ({
    what,
    state: { ...mergeStates(start, empty.state, more), initial: start },
  })
  const found = empty.names
  return [
    ...(waited === undefined ? [] : [make('the state after waiting, where the agent did nothing', pickParts(waited))]),
    ...(found.length === 0 ? [] : [make(`the untouched state, where ${found.join(', ')} are empty`, {})]),
    ...emptyOutputs.map((output) =>
      make(`the output ${JSON.stringify(output)}, where the agent did nothing else`, { output }),
    ),
    ...listCopies(task_item).map((output) => make('an output that repeats the task_item', { output })),
  ]
}

/** Returns the item itself, and its texts joined into one. */
function listCopies(task_item: JsonValue | undefined): readonly JsonValue[] {
  if (task_item === undefined || task_item === null) return []
  return [task_item, listTexts(task_item).join('\n')]
}

/**
 * Returns, emptied, the parts that a later state observes and the first does not, including those of systems with a
 * key.
 */
function emptyParts(
  parts: readonly EvidencePart[],
  start: EvidenceStateSource,
  later: readonly (EvidenceStateSource | undefined)[],
): { readonly names: readonly string[]; readonly state: EvidenceStateSource } {
  const seen = later.flatMap((state) => (state ? [state] : []))
  const names: string[] = []
  let state: EvidenceStateSource = {}
  for (const system of listSystems(...seen)) {
    const isNew = ({ name }: Pick<EvidencePart, 'name'>): boolean =>
      readWhole(name, selectState(start, system)) === undefined &&
      seen.some((candidate) => readWhole(name, selectState(candidate, system)) !== undefined)
    const all = [...parts, ...(system === undefined ? [{ name: 'events', empty: [] }] : [])].filter(isNew)
    names.push(...all.map(({ name }) => (system === undefined ? name : `${name} of ${system}`)))
    const empty = Object.fromEntries(all.map((part) => [part.name, part.empty]))
    if (all.length > 0) state = replaceState(state, system, empty)
  }
  return { names, state }
}

function pickParts({ version: _, initial: __, entities: ___, bound: ____, ...parts }: EvidenceSource) {
  return parts
}
