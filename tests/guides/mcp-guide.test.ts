import { readFileSync } from 'node:fs'
import { operations } from '@carebench/protocol'
import { expect, it } from 'vitest'

const guide = readFileSync(new URL('../../docs/guides/mcp.md', import.meta.url), 'utf8')

/** Matches the resources without tools: those for agents, operators and probes, and keys. */
const withoutTools = /^(?:v1\/|(?:api-keys|documents|health|organizations|solvers|testing)$)/

function listGroups(isReading: boolean): string[] {
  const own = Object.values(operations).filter(
    ({ resource, kind, method }) => kind === 'json' && (method === 'GET') === isReading && !withoutTools.test(resource),
  )
  return [...new Set(own.map(({ resource }) => resource.replaceAll('-', '_')))].sort()
}

it('the guide names the tools of each group, and the only group without a tool that changes it', () => {
  const [, list = ''] = /Tools that read are ([^.]*?), with/.exec(guide) ?? []
  const named = [...list.matchAll(/`(\w+)`/g)].map(([, name = '']) => name).sort()
  expect(listGroups(true)).toEqual(named)
  // Calls of sandboxes are not in the table of operations.
  expect([...listGroups(false), 'sandboxes'].sort()).toEqual(named.filter((name) => name !== 'criterion_runs'))
})
