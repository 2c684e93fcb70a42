import type { FhirResource, FhirStore } from '@carebench/fhir'
import { formatInstant, type JsonObject, type JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { compileConditions, Findings } from '@carebench/verifier'
import { type HoursConfig, nextOpening, openingHours } from '../../opening-hours.js'
import type { PoolConfig } from './pool-config.js'

/** A text, and the conditions on the Tasks that it applies to. */
interface Rule {
  readonly text: string
  readonly applies: (task: JsonValue) => boolean
}

/** A pool whose configuration has been checked. */
export interface Pool {
  readonly owner: string
  readonly members: readonly { readonly reference: string; readonly hours: HoursConfig }[]
  /** The time that a Task stays in each status, in milliseconds. */
  readonly delays: { readonly requested: number; readonly received: number; readonly accepted: number }
  readonly returns: readonly Rule[]
  readonly replies: readonly Rule[]
}

/** Returns the pools of a configuration, by owner. Throws an Error that names the invalid member. */
export function compilePools(pools: readonly PoolConfig[] = []): ReadonlyMap<string, Pool> {
  const compiled = new Map<string, Pool>()
  for (const [index, config] of pools.entries()) {
    const place = `pools[${index}]`
    const { owner, members, hours, holidays, time_zone } = config
    if (compiled.has(owner)) throw new Error(`${place}.owner: expected a unique owner, got ${owner} a second time.`)
    compiled.set(owner, {
      owner,
      members: members.map(({ reference, hours: own = hours }, number) => {
        const when = { ...(own && { hours: own }), ...(holidays && { holidays }), ...(time_zone && { time_zone }) }
        openingHours(when, `${place}.members[${number}]`)
        return { reference, hours: when }
      }),
      delays: {
        requested: (config.receives_after_seconds ?? 60) * 1000,
        received: (config.decides_after_seconds ?? 900) * 1000,
        accepted: (config.completes_after_seconds ?? 3600) * 1000,
      },
      returns: (config.returns ?? []).map(({ where, reason }, n) =>
        compileRule(where, reason, `${place}.returns[${n}]`),
      ),
      replies: (config.replies ?? []).map(({ where, text }, n) => compileRule(where, text, `${place}.replies[${n}]`)),
    })
  }
  return compiled
}

function compileRule(where: JsonObject = {}, text: string, place: string): Rule {
  const findings = new Findings()
  const conditions = compileConditions(where, '', findings)
  const [fault] = findings.list
  if (fault !== undefined) throw new Error(`${place}.where, at ${fault.path}: ${fault.message}`)
  return { text, applies: (task) => conditions.every((holds) => holds(task)) }
}

/** Throws an Error that names an owner or member missing from the record, to which Tasks could not refer. */
export function assertPoolsInRecord(pools: ReadonlyMap<string, Pool>, record: FhirStore): void {
  for (const [index, { owner, members }] of [...pools.values()].entries()) {
    for (const reference of [owner, ...members.map((member) => member.reference)]) {
      const [type = '', id = ''] = reference.split('/')
      if (record.read(type, id) !== undefined) continue
      throw new Error(`pools[${index}]: expected ${reference} in the record; add the resource to a dataset.`)
    }
  }
}

/** Returns the text of the first rule that applies to a Task. */
export function firstRule(rules: readonly Rule[], task: FhirResource): string | undefined {
  return rules.find(({ applies }) => applies(task))?.text
}

/** Who acts next, and when, in milliseconds since 1970. */
export interface Turn {
  readonly by: string
  readonly time: number
}

/** A cache of the last result for each group of members, because all Tasks of a Bundle wait for the same people. */
const lastTurn = new WeakMap<Pool['members'], { readonly from: number; readonly turn: Turn | undefined }>()

/**
 * Returns the member who is first at work from an instant on (milliseconds since 1970), and when; undefined if nobody
 * is within a month.
 */
export function firstAtWork(members: Pool['members'], from: number): Turn | undefined {
  const last = lastTurn.get(members)
  if (last?.from === from) return last.turn
  let turn: Turn | undefined
  const at = formatInstant(from)
  for (const { reference, hours } of members) {
    const opening = nextOpening(hours, at)
    const time = opening === undefined ? undefined : Date.parse(opening)
    if (time !== undefined && (turn === undefined || time < turn.time)) turn = { by: reference, time }
    // Nobody can be earlier.
    if (turn?.time === from) break
  }
  lastTurn.set(members, { from, turn })
  return turn
}

/** Returns the pool that owns a Task, if the Task has a status in which the pool works on it; otherwise undefined. */
export function findPool(pools: ReadonlyMap<string, Pool>, task: FhirResource): Pool | undefined {
  if (task.resourceType !== 'Task' || !isOpen(task.status)) return undefined
  const { owner } = task
  return isJsonObject(owner) && typeof owner.reference === 'string' ? pools.get(owner.reference) : undefined
}

/** Returns the time that a Task stays in its status, in milliseconds. */
export function readDelay({ delays }: Pool, { status }: FhirResource): number {
  return status === 'requested' ? delays.requested : status === 'received' ? delays.received : delays.accepted
}

function isOpen(status: JsonValue | undefined): boolean {
  return status === 'requested' || status === 'received' || status === 'accepted' || status === 'in-progress'
}
