import type { FhirContext, FhirResource, FhirStore, FhirEffect as StoredEffect } from '@carebench/fhir'
import { type Random, randomString } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import type { SimulatorContext } from '../simulator.js'
import type { FhirConfig } from './config.js'
import { assertPoolsInRecord, compilePools, findPool, type Pool, readDelay, type Turn } from './model/pool.js'

/** A change of the chart. `by` is set if it creates a pool's reply; a pool's changes of Tasks do not have it. */
export type FhirEffect = StoredEffect & { readonly by?: 'pool' }

/** A Task on which a pool has to act. */
export interface OpenTask {
  readonly task: FhirResource
  readonly pool: Pool
  /** The earliest time at which a member may act, in milliseconds since 1970. */
  readonly from: number
  /** Who acts next, and when; null if nobody works within a month. Computed on first use. */
  next?: Turn | null
}

/** The state of the FHIR simulator. */
export interface FhirState {
  readonly record: FhirStore
  readonly config: FhirConfig
  /** By owner. */
  readonly pools: ReadonlyMap<string, Pool>
  /** The Tasks on which pools have to act, by id. */
  readonly open: Map<string, OpenTask>
  /** When the record was seeded, in milliseconds since 1970: pools begin to work on its Tasks then. */
  readonly seededAt: number
}

/** Creates the state of a seeded record. Throws an Error that says what is wrong with a pool. */
export function createFhirState(record: FhirStore, config: FhirConfig, at: string): FhirState {
  const pools = compilePools(config.pools)
  assertPoolsInRecord(pools, record)
  const state = { record, config, pools, open: new Map<string, OpenTask>(), seededAt: Date.parse(at) }
  if (pools.size > 0) for (const { resource } of record.resources('Task')) noteTask(state, resource)
  return state
}

/** Copies a state, in time proportional to the changes of the record and the pools' open Tasks. */
export function forkFhirState(state: FhirState): FhirState {
  return { ...state, record: state.record.fork(), open: new Map(state.open) }
}

export function applyFhirEffect(state: FhirState, effect: FhirEffect): void {
  state.record.apply(effect)
  if (state.pools.size === 0) return
  if (effect.op === 'put') noteTask(state, effect.resource)
  else if (effect.resourceType === 'Task') state.open.delete(effect.id)
}

function noteTask(state: FhirState, resource: FhirResource): void {
  if (resource.resourceType !== 'Task') return
  const open = openTask(state, resource)
  if (open === undefined) state.open.delete(String(resource.id))
  else state.open.set(String(resource.id), open)
}

/** Returns a Task with the pool that has to act on it; undefined if no pool has. */
export function openTask({ pools, seededAt }: FhirState, task: FhirResource): OpenTask | undefined {
  const pool = findPool(pools, task)
  if (pool === undefined) return undefined
  const { meta } = task
  const changed = isJsonObject(meta) ? Date.parse(String(meta.lastUpdated)) : Number.NaN
  const since = Math.max(Number.isNaN(changed) ? 0 : changed, seededAt)
  return { task, pool, from: since + readDelay(pool, task) }
}

/** Returns the FHIR engine's source of time and ids for one log entry. */
export function fhirContext(context: SimulatorContext): FhirContext {
  return { now: context.at, newId: () => newFhirId(context.random), security }
}

/** The CapabilityStatement's description of security, the same for runs and sandboxes. */
const security = {
  cors: false,
  service: [
    {
      coding: [{ system: 'http://terminology.hl7.org/CodeSystem/restful-security-service', code: 'SMART-on-FHIR' }],
    },
  ],
  description:
    'A bearer token: within a run the run token, else an access token for the client credentials of the sandbox; ' +
    '.well-known/smart-configuration names the token endpoint.',
}

/** Draws a FHIR id: 26 characters, each with 32 possible values. */
export function newFhirId(random: Random): string {
  return randomString(random, 26, '0123456789abcdefghjkmnpqrstvwxyz')
}
