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
const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** One instance, so that it costs little. */
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
  const secret = readSecret(secretIn({ first_seed: 5_000_000_000, canary }, { withdrawals }), [family])
  expect(secret.publicBanks).not.toContain('pa-submit/withdrawals')
  expect(secret.publicBanks).toContain('pa-submit/goal')
  const sealed = sealSplit([family], secret, clinic)
  expect(JSON.stringify(sealSplit([family], secret, clinic))).toBe(JSON.stringify(sealed))
  expect(sealed.manifest.instances[0]?.id).toMatch(/^pa-submit-50000000\d\d$/)
  const texts =
    JSON.stringify(sealed.benchmark)
      .match(/"data":"[^"]+"/g)
      ?.map((data) => atob(data.slice(8, -1))) ?? []
  expect(texts.filter((text) => text.includes('Sealed form'))).toHaveLength(1)
  for (const file of [sealed.benchmark, sealed.manifest]) expect(JSON.stringify(file)).toContain(canary)
  const { instances } = sealSplit([family], { ...secret, phrases: new Map() }, clinic).manifest
  expect(instances[0]?.digest).not.toBe(sealed.manifest.instances[0]?.digest)
})

it('says what is wrong with a secret', () => {
  const reading = (secret: unknown, phrases?: unknown) => () => readSecret(secretIn(secret, phrases), [family])
  expect(reading({ first_seed: 100_000, canary })).toThrow('expected a first_seed of at least')
  expect(reading({ first_seed: 5_000_000_000, canary: 'none' })).toThrow('expected a canary with a UUID')
  expect(reading({ first_seed: 5_000_000_000, canary }, { other: [] })).toThrow(
    'expected banks of pa-submit, got other',
  )
  expect(reading({ first_seed: 5_000_000_000, canary }, { withdrawals: [['too few']] })).toThrow('forms')
})
