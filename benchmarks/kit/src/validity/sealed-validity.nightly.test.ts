import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createClinic } from '../clinic/clinic.js'
import { paSubmit } from '../families/pa-submit/family.js'
import { sealSplit } from '../sealing/seal.js'
import { readSecret } from '../sealing/secret.js'
import { readEngine } from './engine-digest.js'
import { openSealed } from './split-source.js'
import { checkNames } from './validate-instance.js'
import { validateSplits } from './validate-splits.js'

it('every check holds on an instance of a throwaway secret, in a process of its own', async () => {
  const family = { ...paSubmit, splits: { dev: [], test: [{ level: 'E', branch: 'approved', count: 1 }] as const } }
  const secret = mkdtempSync(join(tmpdir(), 'carebench-secret-'))
  const folder = mkdtempSync(join(tmpdir(), 'carebench-sealed-'))
  const canary = 'carebench canary 00000000-0000-4000-8000-000000000000: a secret of a test'
  const value = { first_seed: 5_000_000_000, key: '00112233445566778899aabbccddeeff', canary }
  writeFileSync(join(secret, 'secret.json'), JSON.stringify(value))
  mkdirSync(join(secret, 'phrases'))
  const goal = [Array.from({ length: 20 }, (_, form) => `${form}: please settle what is open for {mrn}.`)]
  writeFileSync(join(secret, 'phrases', 'pa-submit.json'), JSON.stringify({ goal }))
  const clinic = createClinic()
  const { manifest } = sealSplit([family], readSecret(secret, [family]), clinic)
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest))
  try {
    const [validated] = await validateSplits([openSealed(folder, secret, { clinic, families: [family] })], {
      engine: await readEngine(clinic),
      workers: 1,
      families: [],
      changed: false,
      sample: false,
      audits: false,
      keeps: true,
      tell: () => undefined,
    })
    expect(validated?.broken).toEqual([])
    expect(validated?.counts).toEqual(Object.fromEntries(checkNames.map((check) => [check, { held: 1 }])))
  } finally {
    for (const one of [secret, folder]) rmSync(one, { recursive: true })
  }
})
