import { type JsonObject, type JsonValue, type LogEntry, withSystemKey } from '@carebench/protocol'
import { createSystemVerifier, defaultSystems } from '@carebench/service'
import { createMemoryStore } from '@carebench/store'
import { type EvidenceSource, mutantsOf, mutateState, verify } from '@carebench/verifier'
import fc from 'fast-check'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { findStateDifference } from '../../packages/server/src/dashboard/task/facts/state-difference.js'
import { buildBase } from '../../packages/service/src/playground/base-cache.js'
import { Playground } from '../../packages/service/src/playground/playground.js'
import { toEvidence } from '../../packages/service/src/playground/playground-evidence.js'
import { pharmacy } from './pharmacy.js'
import { request } from './several-benchmark.js'

const systems = [...defaultSystems, pharmacy]
const simulators = new Map<string, (typeof systems)[number]>(systems.map((system) => [system.type, system]))
const verifier = createSystemVerifier(systems)
const numRuns = inject('scale')

const aKey = fc.stringMatching(/^[a-z][a-z0-9-]{0,31}$/)

/** Plays the noise of a system, either the only one of its type or one with a key. Returns the log and the evidence. */
async function leftBy(type: string, key: string | undefined, seed: number) {
  const system = simulators.get(type)
  if (system === undefined) throw new Error(`There is no system ${type}.`)
  const first = { type, config: {} }
  const blueprint = {
    id: 'law',
    created_at: '2026-01-05T09:00:00.000Z',
    simulators: key === undefined ? [first] : [first, { ...first, key }],
    datasets: [],
  }
  const base = buildBase(blueprint, simulators)
  let now = Date.parse('2026-03-02T18:00:00Z')
  const { log } = createMemoryStore()
  const playground = new Playground({
    id: 'pg',
    log,
    appendKey: () => `one.${now}`,
    // Advances an hour with each reading, so that the effects of a call fall due before the next call.
    now: () => (now += 3_600_000),
    seed,
    base,
    entries: [],
  })
  const name = withSystemKey(type, key)
  const script = system.noise({})
  for (let next = script.next(); next.done !== true; ) {
    const { group, call } = next.value
    const response = await playground.call(name, group, call, 'agent')
    if (response === undefined) throw new Error(`There is no simulator ${name}.`)
    next = script.next(response)
  }
  // The end also applies the effects that are due by then.
  const { final, initial, events } = await playground.freeze(async ({ evidence }) => ({
    committed: false,
    result: evidence,
  }))
  const evidence = JSON.parse(JSON.stringify(listed({ ...final, initial, events }))) as EvidenceSource & JsonObject
  return { evidence, entries: await log.read('pg'), untouched: listed(toEvidence(base, base.evidence(), []).final) }
}

/** The evidence with live records serialized. */
function listed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(listed)
  if (typeof value !== 'object' || value === null) return value
  if ('resources' in value && typeof value.resources === 'function') {
    return [...(value.resources() as Iterable<{ resource: JsonValue }>)].map(({ resource }) => resource)
  }
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, listed(member)]))
}

/** The log as if the system with the key were the first of its type. */
function withoutKey(entries: readonly LogEntry[], key: string): unknown {
  return JSON.parse(JSON.stringify(entries).replaceAll(`@${key}"`, '"'))
}

const partsOf = ({ initial: _, events: __, systems: ___, ...parts }: JsonObject): JsonObject => parts

describe.each(systems.filter(({ group }) => group !== null).map(({ type }) => type))('%s with a key', (type) => {
  const property = (law: (key: string, seed: number) => Promise<void>) =>
    fc.assert(fc.asyncProperty(aKey, fc.nat(1000), law), { numRuns })
  // The first call makes what a process makes only once, such as a CapabilityStatement; that reads the clock more
  // often.
  beforeAll(() => leftBy(type, undefined, 0))

  it('leaves the same results as the only one of its type, under its key, and none in the first \
[evidence.systems]', () =>
    property(async (key, seed) => {
      const alone = await leftBy(type, undefined, seed)
      const behind = await leftBy(type, key, seed)
      const own = partsOf(alone.evidence)
      expect(alone.evidence.systems).toBe(undefined)
      expect(behind.evidence.systems).toEqual({ [key]: own })
      expect(behind.evidence.initial).toEqual({
        ...alone.evidence.initial,
        systems: { [key]: alone.evidence.initial },
      })
      expect(partsOf(behind.evidence)).toEqual(partsOf(behind.untouched as JsonObject))
      expect(behind.evidence.events).toEqual((alone.evidence.events ?? []).map((event) => ({ ...event, system: key })))
      expect(withoutKey(behind.entries, key)).toEqual(JSON.parse(JSON.stringify(alone.entries)))
    }))

  it('is compared, mutated and checked like the only one of its type [kinds.system]', () =>
    property(async (key, seed) => {
      const { evidence: alone } = await leftBy(type, undefined, seed)
      const { evidence: behind } = await leftBy(type, key, seed)

      const rows = (evidence: JsonObject) => findStateDifference(evidence as never, verifier.parts)
      const keyed = rows(alone).collections.map((one) => ({ ...one, collection: `${one.collection} of ${key}` }))
      expect(rows(behind)).toEqual({ ...rows(alone), collections: keyed })

      const limit = 10_000
      const ofAlone = mutantsOf(verifier.parts, { state: alone, limit }).mutations
      const ofBehind = mutantsOf(verifier.parts, { state: behind, limit }).mutations
      const changed = ofBehind.filter(({ place }) => place.system === key)
      expect(changed.map(({ place: { system: _, ...place }, change, record }) => ({ place, change, record }))).toEqual(
        ofAlone.map(({ place, change, record }) => ({ place, change, record })),
      )
      // In the first one only unrequested writes are added.
      expect(ofBehind.length - changed.length).toBeLessThanOrEqual(1)
      expect(new Set(ofBehind.map(({ name }) => name)).size).toBe(ofBehind.length)

      // Only some mutants, because each is judged by itself and a state of FHIR has hundreds.
      const every = Math.ceil(changed.length / (50 * inject('scale')))
      for (const [index, mutation] of changed.entries()) {
        if (index % every !== 0) continue
        const mutated = mutateState(verifier.parts, behind, mutation)
        const plain = ofAlone[index]
        if (plain === undefined) throw new Error('There are as many mutants of both.')
        expect(mutated.systems?.[key]).toEqual(partsOf(mutateState(verifier.parts, alone, plain) as JsonObject))
        expect(partsOf(mutated as unknown as JsonObject)).toEqual(partsOf(behind))
      }

      const judge = (assertion: object, evidence: EvidenceSource) =>
        verify({ verifier, criteria: [{ label: 'x', assertion }], evidence }).criterion_runs[0]
      const collateral = { assert: 'no-collateral', allow: [] }
      expect(judge(collateral, behind)?.evidence?.changed).toEqual(judge(collateral, alone)?.evidence?.changed)
      expect(judge(collateral, behind)?.outcome).toBe(judge(collateral, alone)?.outcome)
      for (const { kinds } of simulators.get(type)?.records ?? []) {
        for (const { collection } of kinds) {
          const state = { assert: 'record-state', collection }
          const [first, second] = [judge(state, alone), judge({ ...state, system: key }, behind)]
          expect([second?.outcome, second?.score]).toEqual([first?.outcome, first?.score])
          expect(judge({ ...state, system: 'unknown' }, behind)?.outcome).toBe('unsupported')
        }
      }
    }))
})

it('has its delayed effects in the system with the key [evidence.systems]', async () => {
  const base = buildBase(
    {
      id: 'due',
      created_at: '2026-01-05T09:00:00.000Z',
      simulators: [
        { type: 'Payer', config: {} },
        {
          type: 'Payer',
          key: 'west',
          config: { accept_unknown_members: true, default_determination: { status: 'approved', delay_seconds: 60 } },
        },
      ],
      datasets: [],
    },
    simulators,
  )
  let now = Date.parse('2026-03-02T18:00:00Z')
  const { log } = createMemoryStore()
  const playground = new Playground({
    id: 'pg',
    log,
    appendKey: () => `one.${now}`,
    now: () => (now += 3_600_000),
    seed: 1,
    base,
    entries: [],
  })
  const call = { method: 'POST', path: 'prior-auths', query: '', headers: {}, body: { json: request } }
  await playground.call('Payer@west', 'portal', call, 'agent')
  await playground.call('Payer', 'portal', { ...call, method: 'GET', body: null }, 'agent')
  const [, second] = await log.read('pg')
  expect(second?.effects.map(({ simulator }) => simulator)).toEqual(['Payer@west'])
  expect(playground.evidence().events.map(({ type, system }) => [type, system])).toEqual([
    ['prior_auth.submitted', 'west'],
    ['prior_auth.determined', 'west'],
  ])
})
