import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { endReasons } from '../../packages/carebench/src/runner/ended.js'
import { readRunFile } from '../../packages/carebench/src/running/run-file.js'
import { readBlocks } from './shell-walk.js'

it('names every way in which a trial can end', () => {
  const guide = readFileSync(new URL('../../docs/guides/runs.md', import.meta.url), 'utf8')
  const rows = [...guide.matchAll(/^\| `(\w+)` +\| (`.*?`) +\| (yes|no)/gm)].map(([, kind, reasons, scored]) => ({
    kind,
    reasons: [...(reasons ?? '').matchAll(/`(\w+)`/g)].map(([, reason]) => reason),
    scored,
  }))
  expect(rows).toEqual(
    Object.entries(endReasons).map(([kind, reasons]) => ({
      kind,
      reasons,
      scored: ['infra', 'interrupted'].includes(kind) ? 'no' : 'yes',
    })),
  )
})

it('shows a file that can be run', () => {
  const folder = mkdtempSync(join(tmpdir(), 'carebench-runs-guide-'))
  try {
    const file = join(folder, 'nightly.run.yaml')
    writeFileSync(file, readBlocks('docs/guides/runs.md')('yaml run-file'))
    const { benchmark, options } = readRunFile(file)
    expect(benchmark).toBe('prior-auth')
    expect(options.map(({ flag, values }) => `${flag} ${values.join(' ')}`)).toEqual([
      '--agent good careless',
      '--task Request*',
      '--trials 2',
      '--min-coverage 0.95',
      '--max-cost 2',
    ])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
