import { readFileSync } from 'node:fs'
import { operations } from '@carebench/protocol'
import { expect, it } from 'vitest'

const guide = readFileSync(new URL('../../docs/mcp.md', import.meta.url), 'utf8')

it('the guide lists the actions of every tool', () => {
  const rows = [...guide.matchAll(/^\| `(\w+)` *\| (.*?) *\|$/gm)].map(([, tool, actions = '']) => [
    tool,
    [...actions.matchAll(/`(\w+)`/g)].map(([, action]) => action).sort(),
  ])
  expect(rows.length).toBe(11)
  for (const [tool, actions] of rows) {
    const own = Object.values(operations).filter(
      ({ resource, kind }) => kind === 'json' && resource.replaceAll('-', '_') === tool,
    )
    const extra = tool === 'sandboxes' ? ['call'] : []
    expect([tool, actions]).toEqual([tool, [...own.map(({ action }) => action), ...extra].sort()])
  }
})
