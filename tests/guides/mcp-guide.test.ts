import { readFileSync } from 'node:fs'
import { operations } from '@carebench/protocol'
import { expect, it } from 'vitest'

const guide = readFileSync(new URL('../../docs/guides/mcp.md', import.meta.url), 'utf8')

it('the guide lists the actions of every tool', () => {
  const rows = [...guide.matchAll(/^\| `(\w+)` *\| (.*?) *\|$/gm)].map(([, tool = '', actions = '']) => ({
    tool,
    actions: [...actions.matchAll(/`(\w+)`/g)].map(([, action]) => action).sort(),
  }))
  expect(rows.length).toBe(21)
  for (const { tool, actions } of rows) {
    const isReading = !tool.startsWith('change_')
    const group = tool.replace('change_', '')
    const own = Object.values(operations).filter(
      ({ resource, kind, method }) =>
        kind === 'json' && resource.replaceAll('-', '_') === group && (method === 'GET') === isReading,
    )
    const extra = tool === 'change_sandboxes' ? ['call'] : []
    expect([tool, actions]).toEqual([tool, [...own.map(({ action }) => action), ...extra].sort()])
  }
})
