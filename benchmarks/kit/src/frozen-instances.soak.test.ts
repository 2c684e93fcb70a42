import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BenchmarkDefinition, type KnownAudit, validatorFor } from '@carebench/protocol'
import { keepAudit } from '@carebench/service'
import { describe, expect, inject, it } from 'vitest'
import { makeTask } from './build-benchmark.js'
import { createClinic } from './clinic/clinic.js'
import { digestOfVersion } from './desk/workbench.js'
import { families } from './families/families.js'
import { frozenFolder } from './frozen-folder.js'
import { instanceDigest } from './instance-digest.js'
import { splitNames } from './splits.js'
import type { Level } from './task.js'

interface Manifest {
  readonly canary: string
  readonly instances: readonly {
    readonly id: string
    readonly level: Level
    readonly branch: string
    readonly digest: string
  }[]
}

function read<Content>(split: string, file: string): Content {
  return JSON.parse(readFileSync(join(frozenFolder, split, file), 'utf8'))
}

// A small clinic suffices: frozen instances do not depend on its number of people.
const clinic = createClinic(1)

describe.each(splitNames)('the frozen split %s', (split) => {
  const manifest = read<Manifest>(split, 'manifest.json')
  const benchmark = read<{ readonly tasks: readonly unknown[] }>(split, 'benchmark.json')
  const isLeftOut = split !== 'dev' && inject('scale') < 10

  it('is a benchmark with a canary', () => {
    expect(validatorFor('benchmarkDefinition')(benchmark)).toBeNull()
    expect(JSON.stringify(benchmark)).toContain(manifest.canary)
  })

  // The night draws all splits again. By day only `dev` is drawn here; frozen-instances.test.ts draws the first
  // instance of each family in every split.
  it.skipIf(isLeftOut)('has the instances that the seeds give; write it again with `pnpm benchmark:write`', () => {
    const drawn = manifest.instances.map(({ id, level, branch }) => {
      const family = families.find(({ name }) => id.startsWith(`${name}-`))
      return family?.make({ seed: Number(id.split('-').at(-1)), level, branch, clinic })
    })
    expect(drawn.map((instance) => instance && instanceDigest(instance))).toEqual(
      manifest.instances.map(({ digest }) => digest),
    )
    const tasks = drawn.map((instance, index) => instance && makeTask(instance, index))
    expect(JSON.stringify(benchmark.tasks)).toBe(JSON.stringify(tasks))
  })

  // Without a current audit, users would wait minutes for one before their first trial. By day only the audit of `dev`
  // is compared with its split; frozen-instances.test.ts compares the ladder of `test` with its audit.
  it.skipIf(isLeftOut)(
    'has an audit of this content and this engine; make it again with `pnpm benchmark:validity`',
    async () => {
      const { audit, ...version } = read<KnownAudit & { readonly canary: string }>(split, 'audit.json')
      const digest = await digestOfVersion(benchmark as BenchmarkDefinition)
      const { audit: _, ...now } = keepAudit({ digest, audit: { ok: true, errors: 0, warnings: 0, tasks: [] } })
      expect(version).toEqual({ ...now, canary: manifest.canary })
      expect(audit.tasks.map(({ name }) => name)).toEqual(manifest.instances.map(({ id }) => id))
    },
  )
})
