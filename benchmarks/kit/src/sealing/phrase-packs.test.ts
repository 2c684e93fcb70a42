import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createClinic } from '../clinic/clinic.js'
import { families } from '../families/families.js'
import type { Family } from '../family.js'
import type { PhraseBank } from '../phrase-bank.js'
import { sealSplit } from './seal.js'
import { readSecret } from './secret.js'

const canary = 'carebench canary 00000000-0000-4000-8000-000000000000: a secret of a test'
const key = 'ffeeddccbbaa99887766554433221100'
const folder = mkdtempSync(join(tmpdir(), 'carebench-packs-'))
afterAll(() => rmSync(folder, { recursive: true }))
const clinic = createClinic(1)

/** Returns the parts of a bank with every form changed. */
function reworded({ parts }: PhraseBank<string>): readonly (readonly string[])[] {
  return parts.map((part) => part.map((form) => `Zounds! ${form}`))
}

mkdirSync(join(folder, 'phrases'))
writeFileSync(join(folder, 'secret.json'), JSON.stringify({ first_seed: 7_000_000_000, key, canary }))
for (const { name, phraseBanks = {} } of families) {
  const pack = Object.fromEntries(Object.entries(phraseBanks).map(([bank, own]) => [bank, reworded(own)]))
  writeFileSync(join(folder, 'phrases', `${name}.json`), JSON.stringify(pack))
}

/** Returns the family with only one instance in its plan, so that the test is quick. */
function ofOne(family: Family): Family {
  return {
    ...family,
    splits: { dev: [], test: family.splits.test.slice(0, 1).map((place) => ({ ...place, count: 1 })) },
  }
}

function isBank(value: unknown): value is PhraseBank<string> {
  return typeof value === 'object' && value !== null && 'slots' in value && 'parts' in value
}

describe.each(families.map((family) => ({ name: family.name, family })))(
  'a phrase pack of $name',
  ({ name, family }) => {
    it('may replace every phrase bank of the family', async () => {
      const phrases: Readonly<Record<string, unknown>> = await import(`../families/${name}/phrases.ts`)
      const banks = Object.entries(phrases).filter(([, value]) => isBank(value))
      expect(banks.length).toBeGreaterThan(0)
      const replaceable = new Set(Object.values(family.phraseBanks ?? {}))
      expect(banks.flatMap(([bank, value]) => (replaceable.has(value as PhraseBank<string>) ? [] : [bank]))).toEqual([])
    })

    it('draws a sealed split in its own words', () => {
      const one = ofOne(family)
      const secret = readSecret(folder, [one])
      expect(secret.publicBanks).toEqual([])
      const sealed = sealSplit([one], secret, clinic)
      const [instance] = sealed.manifest.instances
      expect(instance?.id).toBe(`${name}-01`)
      const task = JSON.stringify(sealed.benchmark.tasks[0]?.task_item)
      expect(task).toContain('Zounds!')
      expect(JSON.stringify(sealed.benchmark)).toContain(canary)
      const inPublicWords = sealSplit([one], { ...secret, phrases: new Map() }, clinic)
      expect(inPublicWords.manifest.instances[0]?.digest).not.toBe(instance?.digest)
    })
  },
)

it('rejects public phrases, whatever their case and spacing', () => {
  const [family] = families
  const [entry] = Object.entries(family?.phraseBanks ?? {})
  if (family === undefined || entry === undefined) throw new Error('expected a family with a phrase bank')
  const [bank, own] = entry
  const copied = reworded(own).map((part, index) =>
    index === 0 ? [` ${own.parts[0]?.[0]?.toUpperCase()} `, ...part] : part,
  )
  const other = mkdtempSync(join(tmpdir(), 'carebench-pack-'))
  mkdirSync(join(other, 'phrases'))
  writeFileSync(join(other, 'secret.json'), JSON.stringify({ first_seed: 7_000_000_000, key, canary }))
  writeFileSync(join(other, 'phrases', `${family.name}.json`), JSON.stringify({ [bank]: copied }))
  expect(() => readSecret(other, [family])).toThrow('expected other words than the public ones')
  rmSync(other, { recursive: true })
})
