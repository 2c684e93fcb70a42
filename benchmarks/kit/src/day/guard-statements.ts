import type { JsonObject } from '@carebench/protocol'
import { bodyOf } from '../builders/calls.js'
import { guard } from '../builders/criteria.js'
import { objectsIn } from '../builders/world-values.js'
import type { Instance } from '../family.js'
import type { SolutionCall } from '../task.js'
import { calledDone, calledOpen, notSaid, type Outcome } from './hand-over.js'

/**
 * Adds criteria on what the hand-over note says about an item. The item counts as done once everything is written that
 * every right solution writes; for the parts that a correction writes, only writes after `correction.since` count.
 */
export function guardStatements(key: string, outcome: Outcome, instance: Instance, correction?: Correction): Instance {
  if (outcome === 'withdrawn') return instance
  const written = outcome === 'done' ? findWritten(instance, correction) : []
  const isDone = { $all: written.map((of) => ({ $within: { of, at_least_seconds: -secondsOfWeek } })) }
  const state = (matcher: JsonObject): JsonObject => ({ 'meta.lastUpdated': matcher })
  const truthful = [
    guard(
      calledDone,
      'major',
      'false-statement',
      notSaid(key, 'done', outcome === 'open' ? {} : state({ $not: isDone })),
    ),
    ...(written.length === 0
      ? []
      : [guard(calledOpen, 'major', 'false-statement', notSaid(key, 'open', state(isDone)))]),
  ]
  if (outcome === 'done' && written.length === 0) return instance
  return { ...instance, criteria: [...instance.criteria, ...truthful] }
}

/** The calls that correct a piece of work, and the instant from which they are right. */
export interface Correction {
  readonly since: string
  readonly calls: readonly SolutionCall[]
}

/** By how much a write may be later than the note. Longer than a day, so that only matters whether there is a write. */
const secondsOfWeek = 604_800

/** Returns the events that every right solution causes: writes of files, and of records with a known id. */
function findWritten({ solutions, extras }: Instance, correction: Correction | undefined): readonly JsonObject[] {
  const ways = [...solutions, ...extras].map(({ calls }) => new Set(calls.flatMap(readWritten)))
  const [first = new Set<string>()] = ways
  const common = [...first].filter((name) => ways.every((way) => way.has(name)))
  const corrected = new Set(correction?.calls.flatMap(readWritten))
  return common.map((name) => {
    const file = name.replace(/^files\//, '')
    const where = file === name ? { 'data.id': name } : { 'data.path': file }
    const types = file === name ? ['fhir.create', 'fhir.update', 'fhir.patch'] : ['file.written']
    return {
      type: types,
      where: { actor: 'agent', ...where, ...(corrected.has(name) && { at: { $gt: correction?.since ?? '' } }) },
    }
  })
}

function readWritten(call: SolutionCall): readonly string[] {
  const { method, path } = call
  if (method === 'PUT' && path.startsWith('files/')) return [path]
  if (method === 'POST' && path === 'fhir') return readBundle(bodyOf(call))
  const [, id = '{{'] = /^fhir\/\w+\/([^/?]+)$/.exec(path) ?? []
  return (method === 'PATCH' || method === 'PUT') && !id.includes('{{') ? [id] : []
}

function readBundle({ entry }: JsonObject): readonly string[] {
  return [...objectsIn(entry)].flatMap(({ method, url }) => {
    const isWrite = method === 'PUT' || method === 'PATCH'
    return isWrite && typeof url === 'string' && !url.includes('{{') ? [url.replace(/^\w+\//, '')] : []
  })
}
