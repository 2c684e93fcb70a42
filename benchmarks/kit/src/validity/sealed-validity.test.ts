import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { createClinic } from '../clinic/clinic.js'
import { paSubmit } from '../families/pa-submit/family.js'
import type { Family } from '../family.js'
import { frozenFolder } from '../frozen-folder.js'
import { instanceDigest } from '../instance-digest.js'
import { sealSplit } from '../sealing/seal.js'
import { readSecret } from '../sealing/secret.js'
import { drawGroup, type GroupRequest } from './draw-group.js'
import { openSealed, openSplits } from './split-source.js'
import { validateSplits } from './validate-splits.js'
import type { validateInWorkers } from './worker-pool.js'

const clinic = createClinic(1)
const family: Family = {
  ...paSubmit,
  splits: { dev: [], test: [{ level: 'E', branch: 'order-withdrawn', count: 2 }] },
}
const canary = 'carebench canary 00000000-0000-4000-8000-000000000000: a secret of a test'
const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carebench-sealed-'))
  folders.push(folder)
  return folder
}

/** Writes a throwaway secret and its sealed split; returns their folders and the digests of the instances. */
function sealed(key = '00112233445566778899aabbccddeeff') {
  const secret = newFolder()
  writeFileSync(join(secret, 'secret.json'), JSON.stringify({ first_seed: 5_000_000_000, key, canary }))
  mkdirSync(join(secret, 'phrases'))
  const withdrawals = [Array.from({ length: 20 }, (_, form) => `Sealed form ${form}: {clinician}, {service}.`)]
  writeFileSync(join(secret, 'phrases', 'pa-submit.json'), JSON.stringify({ withdrawals }))
  const folder = newFolder()
  const { manifest } = sealSplit([family], readSecret(secret, [family]), clinic)
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest))
  return { secret, folder, digests: manifest.instances.map(({ digest }) => digest) }
}

const engine = { digestFor: () => 'an engine' }
const choice = { families: [], changed: false, sample: false, audits: false }
const setting = { ...choice, engine, workers: 1, keeps: true, tell: () => undefined }

/**
 * Returns a stand-in for the workers: it records the requests, runs no check, and reports `null` as broken for each
 * instance.
 */
function pretend(requests: GroupRequest[]): typeof validateInWorkers {
  return async (groups, _, onValidated) => {
    requests.push(...groups)
    for (const { id } of groups.flatMap(({ instances }) => instances)) {
      const checks = [{ check: 'null', outcome: 'broken', detail: 'floor 1' }] as const
      const audit = { engine_version: '1', verifier_version: '1', task: { name: id, findings: [] } } as never
      onValidated({ kind: 'validated', id, checks, audit })
    }
    return { cpu: 1, memory: 1 }
  }
}

it('validates the instances of the secret, and stores the results with its canary in the split', async () => {
  const { secret, folder, digests } = sealed()
  const requests: GroupRequest[] = []
  const source = openSealed(folder, secret, { clinic, families: [family] })
  const [validated] = await validateSplits([source], { ...setting, validate: pretend(requests) })
  expect(validated).toMatchObject({ split: 'sealed', broken: ['pa-submit-01 null', 'pa-submit-02 null'], unknown: [] })
  const drawn = requests.map((request) => drawGroup(request, { clinic, families: [family] }))
  expect(drawn.flatMap(({ instances }) => instances.map(instanceDigest))).toEqual(digests)
  const inTheOpen = requests.map((request) =>
    drawGroup({ ...request, secret: undefined }, { clinic, families: [family] }),
  )
  expect(inTheOpen.flatMap(({ instances }) => instances.map(instanceDigest))).not.toEqual(digests)
  const kept = JSON.parse(readFileSync(join(folder, 'validity.json'), 'utf8'))
  expect(kept).toMatchObject({ canary, results: digests.map((digest) => ({ digest, engine: 'an engine' })) })
  const audit = JSON.parse(readFileSync(join(folder, 'audit.json'), 'utf8'))
  expect(audit).toMatchObject({ canary, audit: { tasks: [{ name: 'pa-submit-01' }, { name: 'pa-submit-02' }] } })
})

it('renews audits, and keeps the results of the checks', async () => {
  const { secret, folder } = sealed()
  const source = openSealed(folder, secret, { clinic, families: [family] })
  await validateSplits([source], { ...setting, validate: pretend([]) })
  const auditAnew: typeof validateInWorkers = async (groups, _, onValidated) => {
    for (const { id } of groups.flatMap(({ instances }) => instances)) {
      const audit = { engine_version: '9', verifier_version: '9', task: { name: id, findings: [] } } as never
      onValidated({ kind: 'validated', id, audit })
    }
    return { cpu: 1, memory: 1 }
  }
  const other = { digestFor: () => 'another engine' }
  await validateSplits([source], { ...setting, engine: other, audits: true, validate: auditAnew })
  const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'))
  expect(read('validity.json').results).toMatchObject(
    Array.from({ length: 2 }, () => ({ engine: 'an engine', checks: [{ outcome: 'broken' }] })),
  )
  expect(read('audit.json')).toMatchObject({ engine_version: '9', verifier_version: '9' })
})

it('draws twins with the secret too', () => {
  const { secret } = sealed()
  const instances = [{ id: 'x', seed: 1, level: 'E', branch: 'approved' }] as const
  const request = { family: 'pa-submit', instances, audits: false }
  const facts = (from: string | undefined) => {
    const { family: own } = drawGroup({ ...request, secret: from }, { clinic, families: [family] })
    return own.make({ seed: 1, level: 'E', branch: 'order-withdrawn', clinic }).truth
  }
  expect(facts(secret)).toEqual(facts(secret))
  expect(facts(secret)).not.toEqual(facts(undefined))
})

it('stores nothing with --check, and lists the instances without a result', async () => {
  const { secret, folder } = sealed()
  const source = openSealed(folder, secret, { clinic, families: [family] })
  const checking = { ...setting, keeps: false, sample: true, validate: pretend([]) }
  const [validated] = await validateSplits([source], checking)
  expect(validated?.unknown).toEqual(['pa-submit-02'])
  expect(readdirSync(folder)).toEqual(['manifest.json'])
})

it('rejects the folder of another secret, and folders in the repository', () => {
  const { secret, folder } = sealed()
  const open = (split: string, from: string) => () => openSealed(split, from, { clinic, families: [family] })
  expect(open(folder, sealed('ff112233445566778899aabbccddeeff').secret)).toThrow('that the secret in')
  expect(open(newFolder(), secret)).toThrow('expected the manifest of a sealed split')
  expect(open(join(frozenFolder, 'sealed'), secret)).toThrow('expected a folder outside the repository')
  expect(open(folder, frozenFolder)).toThrow('expected a folder outside the repository')
  expect(open(folder, join(frozenFolder, '../../docs/secret'))).toThrow('expected a folder outside the repository')
  const link = join(newFolder(), 'link')
  symlinkSync(frozenFolder, link)
  expect(open(join(link, 'sealed'), secret)).toThrow('expected a folder outside the repository')
})

it('rejects combinations other than repository splits, or one sealed split with a secret', () => {
  for (const [wanted, secret] of [
    [['/a'], undefined],
    [[], '/s'],
    [['dev'], '/s'],
    [['/a', '/b'], '/s'],
    [['dev', '/a'], undefined],
  ] as const) {
    expect(() => openSplits(wanted, { clinic, secret })).toThrow('or the folder of one sealed split with --secret DIR')
  }
})
