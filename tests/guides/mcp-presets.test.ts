import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { mcpPresets, untriedAgents } from '../../packages/carebench/src/runner/processes/mcp-presets.js'
import type { McpPreset } from '../../packages/carebench/src/runner/processes/presets/mcp-preset.js'

const guide = 'docs/guides/evaluating-an-mcp-agent.md'
const presets = Object.entries(mcpPresets) as [string, McpPreset][]

it('the guide says which version was tried when, and what each program offers besides the tools of the trial', () => {
  const text = readFileSync(guide, 'utf8')
  const rows = text.split('\n').filter((line) => /^\| `[a-z-]+` +\| `/.test(line))
  const cells = rows.map((row) => row.split('|').map((cell) => cell.trim().replaceAll('`', '')))
  expect(
    cells.map(([, name, packed, version, date, key, , tools]) => [name, packed, version, date, key, tools]),
  ).toEqual(
    presets.map(([name, { package: packed, tried, otherTools, passEnv }]) => [
      name,
      packed,
      tried.version,
      tried.date,
      passEnv?.[0] ?? 'by --pass-env',
      [...otherTools].sort().join(', ') || '–',
    ]),
  )
  for (const { package: packed } of untriedAgents) expect(text).toContain(`\`${packed}\``)
})
