import { describe, expect, it } from 'vitest'
import type { FhirResource } from '../resource/fhir-resource.js'
import { SearchEffort } from '../search/matches/search-effort.js'
import { FhirStore } from './store.js'

function patient(version: number, more: object = {}): FhirResource {
  return {
    resourceType: 'Patient',
    id: 'ann',
    meta: { versionId: String(version) },
    ...more,
  }
}

function listVersions(store: FhirStore) {
  return store.history('Patient', 'ann').changes.map(({ version }) => version)
}

describe('the versions of a store', () => {
  it('include those it created, not the initial ones', () => {
    const store = FhirStore.fromResources([patient(3), { resourceType: 'Patient', gender: 'female' }])
    store.apply({ op: 'put', resource: patient(4) })
    expect(store.history('Patient', 'ann')).toMatchObject({
      base: [{ stored: { resource: { meta: { versionId: '3' } } }, time: Number.NEGATIVE_INFINITY }],
      changes: [{ version: 4, method: 'PUT', begins: false }],
    })
    // A resource without an id has no history, though searches find it.
    expect(store.history().base).toHaveLength(1)
    expect(store.size).toBe(2)
  })

  it('with the same number are read as the later one', () => {
    const store = FhirStore.fromResources([patient(1)])
    store.apply({ op: 'put', resource: patient(1, { active: true }) })
    store.apply({ op: 'put', resource: patient(1, { active: false }) })
    expect(store.version('Patient', 'ann', 1)).toMatchObject({ stored: { resource: { active: false } } })
  })

  it('are visible to trials and their forks, whose own versions stay separate', () => {
    const store = FhirStore.fromResources([patient(1)])
    store.apply({ op: 'put', resource: patient(2) })
    const trial = store.trial(new SearchEffort(1000))
    expect(listVersions(trial)).toEqual([2])
    trial.apply({ op: 'put', resource: patient(3) })
    const fork = trial.fork()
    fork.apply({ op: 'delete', resourceType: 'Patient', id: 'ann', version: 4, at: '2026-01-05T09:00:00.000Z' })
    expect([listVersions(store), listVersions(trial), listVersions(fork)]).toEqual([[2], [2, 3], [2, 3, 4]])
    expect(trial.version('Patient', 'ann', 2)).toMatchObject({ version: 2 })
    expect(fork.version('Patient', 'ann', 3)).toMatchObject({ version: 3 })
    expect(fork.deletion('Patient', 'ann')).toEqual({ version: 4, at: '2026-01-05T09:00:00.000Z' })
    expect(trial.deletion('Patient', 'ann')).toBeUndefined()
  })

  it('cost a trial effort to scan', () => {
    const store = FhirStore.fromResources([patient(1)])
    for (let version = 2; version < 50; version++) store.apply({ op: 'put', resource: patient(version) })
    for (const look of [
      (trial: FhirStore) => trial.history(),
      (trial: FhirStore) => trial.history('Patient', 'ann'),
      (trial: FhirStore) => trial.version('Patient', 'ann', 9),
    ]) {
      const trial = store.trial(new SearchEffort(100))
      look(trial)
      expect(() => [look(trial), look(trial), look(trial)]).toThrow('too many')
    }
  })
})
