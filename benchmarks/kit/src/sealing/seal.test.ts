import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { createClinic } from '../clinic/clinic.js'
import { paSubmit } from '../families/pa-submit/family.js'
import type { Family } from '../family.js'
import { sealSplit } from './seal.js'
import { readSecret } from './secret.js'

const canary = 'carebench canary 00000000-0000-4000-8000-000000000000: a secret of a test'
const key = '00112233445566778899aabbccddeeff'
const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** A family with only one instance in its plan, so that the tests are quick. */
const family: Family = {
  ...paSubmit,
  splits: { dev: [], test: [{ level: 'E', branch: 'order-withdrawn', count: 1 }] },
}

function secretIn(secret: unknown, phrases?: unknown): string {
  const folder = mkdtempSync(join(tmpdir(), 'carebench-secret-'))
  folders.push(folder)
  writeFileSync(join(folder, 'secret.json'), JSON.stringify(secret))
  if (phrases !== undefined) {
    mkdirSync(join(folder, 'phrases'))
    writeFileSync(join(folder, 'phrases', 'pa-submit.json'), JSON.stringify(phrases))
  }
  return folder
}

const clinic = createClinic(1)
const withdrawals = [
  Array.from({ length: 20 }, (_, index) => `Sealed form ${index}: {clinician} takes {service} back.`),
]

it('draws the same split from the same secret, in its words and with its canary', () => {
  const secret = readSecret(secretIn({ first_seed: 5_000_000_000, key, canary }, { withdrawals }), [family])
  expect(secret.publicBanks).not.toContain('pa-submit/withdrawals')
  expect(secret.publicBanks).toContain('pa-submit/goal')
  const sealed = sealSplit([family], secret, clinic)
  expect(JSON.stringify(sealSplit([family], secret, clinic))).toBe(JSON.stringify(sealed))
  expect(sealed.manifest.instances[0]?.id).toBe('pa-submit-01')
  const texts =
    JSON.stringify(sealed.benchmark)
      .match(/"data":"[^"]+"/g)
      ?.map((data) => atob(data.slice(8, -1))) ?? []
  expect(texts.filter((text) => text.includes('Sealed form'))).toHaveLength(4)
  for (const file of [sealed.benchmark, sealed.manifest]) expect(JSON.stringify(file)).toContain(canary)
  const otherKey = sealSplit([family], { ...secret, key: [1, 2, 3, 4] }, clinic).manifest
  expect(otherKey.instances[0]?.card).not.toEqual(sealed.manifest.instances[0]?.card)
  const { instances } = sealSplit([family], { ...secret, phrases: new Map() }, clinic).manifest
  expect(instances[0]?.digest).not.toBe(sealed.manifest.instances[0]?.digest)
})

it('rejects an invalid secret, and says what is wrong with it', () => {
  const reading = (secret: unknown, phrases?: unknown) => () => readSecret(secretIn(secret, phrases), [family])
  expect(reading({ first_seed: 100_000, key, canary })).toThrow('expected a first_seed of at least')
  expect(reading({ first_seed: 5_000_000_000, key: 'short', canary })).toThrow('expected a key of 32 hex digits')
  expect(reading({ first_seed: 5_000_000_000, key, canary: 'none' })).toThrow('expected a canary with a UUID')
  expect(reading({ first_seed: 5_000_000_000, key, canary }, { other: [] })).toThrow(
    'expected banks of pa-submit, got other',
  )
  expect(reading({ first_seed: 5_000_000_000, key, canary }, { withdrawals: [['too few']] })).toThrow('forms')
})

it('reveals neither the seeds nor the order of the plan', () => {
  const branches = ['approved', 'pended', 'not-required', 'order-withdrawn', 'no-coverage', 'missing-document']
  const six: Family = {
    ...paSubmit,
    splits: { dev: [], test: branches.map((branch) => ({ level: 'E', branch, count: 1 }) as const) },
  }
  const secret = readSecret(secretIn({ first_seed: 7_171_717_000, key, canary }), [six])
  const { benchmark, manifest } = sealSplit([six], secret, clinic)
  expect(manifest.instances.map(({ id }) => id)).toEqual(branches.map((_, index) => `pa-submit-0${index + 1}`))
  expect(JSON.stringify({ benchmark, manifest }).includes('7171717')).toBe(false)
  expect(manifest.instances.map(({ branch }) => branch)).not.toEqual(branches)
  expect(manifest.instances.map(({ branch }) => branch).toSorted()).toEqual(branches.toSorted())
})
