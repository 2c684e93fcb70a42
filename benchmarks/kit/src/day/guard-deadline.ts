import { wait } from '../builders/calls.js'
import { instead } from '../builders/counters.js'
import { guard } from '../builders/criteria.js'
import { rightCalls, writtenIn } from '../builders/world-values.js'
import type { Instance } from '../family.js'
import { endsAt, secondsUntil } from './clock.js'

/** The label of the guard on the chart, and the beginning of that on files. */
export const inItsTime = 'Nothing of it is written after it is due'

/**
 * Adds guards against writing the files and chart resources of the right work after the deadline, and a counterexample
 * that breaks them. Does nothing if the deadline is the end of the day.
 */
export function guardDeadline(instance: Instance): Instance {
  const { criteria, counters, due } = instance
  if (due >= endsAt) return instance
  const calls = rightCalls(instance)
  const files = calls.flatMap(({ method, path }) =>
    method === 'PUT' && path.startsWith('files/') ? [path.replace('files/', '')] : [],
  )
  const { ids } = writtenIn(calls)
  const late = (type: readonly string[], where: Readonly<Record<string, readonly string[]>>) => {
    const [[path, values] = ['', []]] = Object.entries(where)
    if (values.length === 0) return []
    const conditions = { actor: 'agent', [path]: { $oneOf: [...new Set(values)].sort() }, at: { $gt: due } }
    const assertion = { assert: 'event-count', type: [...type], where: conditions, count: 0 }
    return [guard(path === 'data.id' ? inItsTime : `${inItsTime} (files)`, 'major', 'missed-urgent', assertion)]
  }
  const guards = [
    ...late(['fhir.update', 'fhir.patch'], { 'data.id': [...ids] }),
    ...late(['file.written'], { 'data.path': files }),
  ]
  // Of withdrawn work, the solution has no calls; doing it is an extra.
  const work = [...instance.solutions, ...instance.extras].find((way) => way.calls.length > 0)
  const lateWork = [...wait(secondsUntil(due) + 60), ...(work?.calls ?? [])]
  return {
    ...instance,
    criteria: [...criteria, ...guards],
    counters: [
      ...counters,
      ...guards.slice(0, 1).map(() => instead('do it when it was due', lateWork, ...guards.map(({ label }) => label))),
    ],
  }
}
