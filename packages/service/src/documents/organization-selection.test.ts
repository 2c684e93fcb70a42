import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { selectOrganization } from './organization-selection.js'

const sources = new URL('..', import.meta.url)

/** Collections whose documents belong to a service, not to an organization. */
const ofServer = [
  'audit_leases',
  'clocks',
  'creations',
  'ended_sessions',
  'installations',
  'kept_pages',
  'probes',
  'retention_sweeps',
  'wire_nodes',
  'wired_sandboxes',
]

it('exports every collection that belongs to organizations', () => {
  const texts = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.startsWith('testing'))
    .map((path) => readFileSync(new URL(path, sources), 'utf8'))
  const names = texts.flatMap((text) =>
    [...text.matchAll(/defineCollection<\w+>\(\{\s*name: '(\w+)'/g)].map(([, name]) => name),
  )
  const uses = texts.flatMap((text) => [...text.matchAll(/defineCollection[<(]/g)])
  expect(names).toHaveLength(uses.length)
  expect(names.toSorted()).toEqual([...selectOrganization('org_1').collections, ...ofServer].toSorted())
})
