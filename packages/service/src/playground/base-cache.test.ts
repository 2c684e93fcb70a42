import type { JsonObject } from '@carebench/protocol'
import { type AnySimulator, defaultSystems, fhirSystem } from '@carebench/systems'
import { expect, it } from 'vitest'
import { BaseCache } from './base-cache.js'
import type { PlaygroundBlueprint } from './playground-blueprint.js'

const simulators = new Map<string, AnySimulator>(defaultSystems.map((system) => [system.type, system]))

function patient(family: string): JsonObject {
  return {
    bundle: {
      resourceType: 'Bundle',
      type: 'collection',
      entry: [{ resource: { resourceType: 'Patient', id: 'p1', name: [{ family }] } }],
    },
  }
}

function blueprint(changes: Partial<PlaygroundBlueprint> = {}): PlaygroundBlueprint {
  return {
    id: 'ver_1',
    created_at: '2026-01-05T09:00:00.000Z',
    simulators: [{ type: 'FHIR', config: {} }],
    datasets: [{ type: 'FHIR', config: patient('Okafor') }],
    ...changes,
  }
}

it('seeds equal blueprints once, also if they were read again', () => {
  const cache = new BaseCache()
  const base = cache.of(blueprint(), simulators)
  const again: PlaygroundBlueprint = JSON.parse(JSON.stringify(blueprint()))
  expect(cache.of(again, simulators)).toBe(base)
})

it.each<[string, Partial<PlaygroundBlueprint>]>([
  ['data', { datasets: [{ type: 'FHIR', config: patient('Okonjo') }] }],
  ['configuration', { simulators: [{ type: 'FHIR', config: { smart: true } }] }],
  ['systems', { simulators: [] }],
  ['datasets', { datasets: [] }],
  ['time', { created_at: '2026-01-06T09:00:00.000Z' }],
])('seeds again for the same id with another %s', (_, changes) => {
  const cache = new BaseCache()
  const base = cache.of(blueprint(), simulators)
  const other = cache.of(blueprint(changes), simulators)
  expect(other).not.toBe(base)
  expect(other.evidence()).toEqual(new BaseCache().of(blueprint(changes), simulators).evidence())
})

it('seeds again for other simulators', () => {
  const cache = new BaseCache()
  const again: AnySimulator = {
    ...fhirSystem,
    seedInSteps: undefined,
    seed: (...about) => ({ ...fhirSystem.seed(...about), simulator: again }),
  }
  const others = new Map([...simulators, [again.type, again]])
  expect(cache.of(blueprint(), others)).not.toBe(cache.of(blueprint(), simulators))
})

it('seeds the environment of several versions once, and finds it by each', () => {
  const cache = new BaseCache()
  const first = cache.of(blueprint({ id: 'ver_1' }), simulators)
  expect(cache.of(blueprint({ id: 'ver_2' }), simulators)).toBe(first)
  expect(cache.find(blueprint({ id: 'ver_2' }), simulators)).toBe(first)
  const task = { id: 'task_1', datasets: [{ type: 'FHIR', config: patient('Okonjo') }], configs: {} }
  const [one, other] = ['ver_1', 'ver_2'].map((id) => cache.of(blueprint({ id, task_environment: task }), simulators))
  expect(other).not.toBe(one)
  expect(other?.evidence()).toEqual(one?.evidence())
})

it('drops the least recently used state', () => {
  const cache = new BaseCache(2)
  const version = (id: string) => blueprint({ id, datasets: [{ type: 'FHIR', config: patient(id) }] })
  const [first, second] = ['ver_1', 'ver_2'].map((id) => cache.of(version(id), simulators))
  cache.of(version('ver_1'), simulators)
  cache.of(version('ver_3'), simulators)
  expect(cache.of(version('ver_1'), simulators)).toBe(first)
  expect(cache.of(version('ver_2'), simulators)).not.toBe(second)
})

it('seeds a chart in steps, of the environment and of a task', () => {
  const resources = (prefix: string) =>
    Array.from({ length: 50 }, (_, number) => ({ resource: { resourceType: 'Patient', id: `${prefix}${number}` } }))
  const bundle = (prefix: string) => ({
    bundle: { resourceType: 'Bundle', type: 'collection', entry: resources(prefix) },
  })
  const cache = new BaseCache()
  const whole = blueprint({
    datasets: [{ type: 'FHIR', config: bundle('p') }],
    task_environment: { id: 'task_1', datasets: [{ type: 'FHIR', config: bundle('q') }], configs: {} },
  })
  expect(cache.find(whole, simulators)).toBeUndefined()
  const seeding = cache.inSteps(whole, simulators)
  let steps = 0
  let step = seeding.next()
  for (; step.done !== true; step = seeding.next()) steps++
  expect(steps).toBeGreaterThan(100)
  expect(cache.find(whole, simulators)).toBe(step.value)
  expect(step.value.evidence()).toEqual(new BaseCache().of(whole, simulators).evidence())
})
