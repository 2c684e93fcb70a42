import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readLeaderboard } from './leaderboard-file.js'

it('reads entries that an earlier version wrote with other names', () => {
  const share = { value: 1, low: 0.5, high: 1 }
  const figures = { planned: 4, passed: 3, bounds: share, pass_rate: share, mean_score: share, runs: [] }
  const benchmark = { name: 'b', version: 1, digest: 'd', tasks: 2 }
  const folder = mkdtempSync(join(tmpdir(), 'carebench-leaderboard-'))
  try {
    const file = join(folder, 'leaderboard.json')
    writeFileSync(file, JSON.stringify({ version: 1, benchmark, entries: [{ agent: 'a', told: 3, ...figures }] }))
    expect(readLeaderboard(file)?.entries).toEqual([{ agent: 'a', scored: 3, ...figures }])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
