import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { LeaderboardEntry } from './leaderboard.js'
import { inOrder, readLeaderboard } from './leaderboard-file.js'

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

it('does not improve the place of an agent that leaves out its worst trial', () => {
  const entryOf = (agent: string, scored: number, value: number) => {
    const share = { value, low: 0, high: 1 }
    const bounds = { low: 0.5, high: 1 }
    return { agent, scored, planned: 20, bounds, mean_score: share } as unknown as LeaderboardEntry
  }
  // One of the failed trials of each agent has the score 0.
  const whole = entryOf('whole', 20, 0.7)
  const picked = entryOf('picked', 19, (0.7 * 20) / 19)
  const better = entryOf('better', 20, 0.71)
  expect(inOrder([picked, whole, better]).map(({ agent }) => agent)).toEqual(['better', 'picked', 'whole'])
  expect(inOrder([{ ...picked, agent: 'z' }, whole, better]).map(({ agent }) => agent)).toEqual([
    'better',
    'whole',
    'z',
  ])
})
