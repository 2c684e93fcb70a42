import { readFileSync } from 'node:fs'
import { endReasons } from '@carebench/runner'
import { expect, it } from 'vitest'

it('names every way in which a trial can end', () => {
  const guide = readFileSync(new URL('../../docs/runs.md', import.meta.url), 'utf8')
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
