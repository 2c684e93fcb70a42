import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createClinic } from '../../clinic/clinic.js'
import { frozenFolder } from '../../frozen-folder.js'
import { instanceDigest } from '../../instance-digest.js'
import type { KeptValidity } from '../../validity/kept-validity.js'
import { dayDeclarations, dayOf8 } from '../days.js'
import { drawDay } from '../draw-day.js'
import { type DaySplitName, daySplits, sizesOf } from './freeze-days.js'

interface Manifest {
  readonly instances: readonly { readonly id: string; readonly digest: string }[]
}

function read<Content>(split: string, file: string): Content {
  return JSON.parse(readFileSync(join(frozenFolder, split, file), 'utf8'))
}

const drawnSplits = (Object.keys(daySplits) as DaySplitName[]).filter((split) =>
  existsSync(join(frozenFolder, split, 'manifest.json')),
)

describe.each(drawnSplits)('the frozen split %s', (split) => {
  const { instances } = read<Manifest>(split, 'manifest.json')

  it('has as many days of each size as declared', () => {
    const counts = dayDeclarations.map(({ size }) => instances.filter(({ id }) => id.startsWith(`day-${size}-`)).length)
    const { firstSeeds, count } = daySplits[split]
    expect(counts).toEqual(dayDeclarations.map(({ size }) => (firstSeeds[size] === undefined ? 0 : count)))
  })

  it('has the first day that its seed gives; write it again with `pnpm benchmark:days --split`', () => {
    const [first] = instances
    if (first === undefined) throw new RangeError('The split has no day.')
    const { instance } = drawDay(sizesOf(split)[0] ?? dayOf8, {
      seed: Number(first.id.split('-').at(-1)),
      clinic: createClinic(1),
    })
    expect(instanceDigest(instance)).toBe(first.digest)
  })

  it('has packed files that equal those in its folder; pack it again with `pnpm benchmark:pack`', () => {
    const folder = join(frozenFolder, split)
    const packed = JSON.parse(brotliDecompressSync(readFileSync(join(folder, 'files.json.br'))).toString('utf8'))
    const names = readdirSync(folder).filter((name) => name.endsWith('.json') && name !== 'manifest.json')
    expect(names.filter((name) => readFileSync(join(folder, name), 'utf8') !== packed[name])).toEqual([])
  })

  it('has valid days; run `pnpm benchmark:days --split NAME --check`', () => {
    const { results } = read<KeptValidity>(split, 'validity.json')
    expect(results.map(({ id, digest }) => ({ id, digest }))).toEqual(
      instances.map(({ id, digest }) => ({ id, digest })),
    )
    expect(results.flatMap(({ checks }) => checks.filter(({ outcome }) => outcome === 'broken'))).toEqual([])
  })
})
