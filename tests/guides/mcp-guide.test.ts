import { readFileSync } from 'node:fs'
import { operations } from '@carebench/protocol'
import { expect, it } from 'vitest'

const guide = readFileSync(new URL('../../docs/guides/mcp.md', import.meta.url), 'utf8')

/** Agents, operators and probes have no tools, nor has what concerns keys. */
const withoutTools = /^(?:v1\/|(?:api-keys|documents|health|organizations|solvers|testing)$)/

function listGroups(isReading: boolean): string[] {
  const own = Object.values(operations).filter(
    ({ resource, kind, method }) => kind === 'json' && (method === 'GET') === isReading && !withoutTools.test(resource),
  )
  return [...new Set(own.map(({ resource }) => resource.replaceAll('-', '_')))].sort()
}

it('the guide names the tool of each group, and the only group without one that changes it', () => {
  const [, list = ''] = /Tools that read are ([^.]*?), with/.exec(guide) ?? []
  const named = [...list.matchAll(/`(\w+)`/g)].map(([, name = '']) => name).sort()
  expect(listGroups(true)).toEqual(named)
  // A call of a sandbox is no operation of its own.
  expect([...listGroups(false), 'sandboxes'].sort()).toEqual(named.filter((name) => name !== 'criterion_runs'))
})
