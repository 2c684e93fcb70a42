import { carebenchMock } from '@carebench/msw'
import { createManualClock } from '@carebench/protocol'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, it } from 'vitest'
import { textAt } from '../contract/contract-testbed.js'
import { createInMemoryService, fetchFrom } from '../in-memory-service.js'

const base = 'https://carebench.example.org'

async function connectToService(options: ConstructorParameters<typeof Client>[1]) {
  const service = createInMemoryService(createManualClock(Date.parse('2026-03-02T18:00:00Z')))
  const { organizationKey } = await service.provisionOrganization('Alder Creek')
  const client = new Client({ name: 'test', version: '1' }, options)
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', base), {
      fetch: fetchFrom(service),
      requestInit: { headers: { authorization: `Bearer ${organizationKey}` } },
    }),
  )
  return client
}

it.each([
  ['2025-11-25', {}],
  ['2026-07-28', { versionNegotiation: { mode: 'auto' } }],
  ['2026-07-28', { versionNegotiation: { mode: { pin: '2026-07-28' } } }],
] as const)('speaks revision %s with a client of it, with tools, resources and prompts', async (version, options) => {
  const client = await connectToService(options)
  expect(client.getNegotiatedProtocolVersion()).toBe(version)
  const made = await client.callTool({
    name: 'change_environments',
    arguments: { action: 'create', name: 'Cardiology desk' },
  })
  const { id } = JSON.parse(textAt(made, 'content', 0, 'text')) as { readonly id: string }
  const listed = await client.callTool({ name: 'environments', arguments: { action: 'list' } })
  expect(textAt(listed, 'content', 0, 'text')).toContain(id)
  const { resources } = await client.listResources()
  expect(await client.readResource({ uri: resources[0]?.uri ?? '' })).toMatchObject({
    contents: [{ uri: resources[0]?.uri }],
  })
  expect((await client.listPrompts()).prompts).not.toEqual([])
  await expect(client.readResource({ uri: 'carebench://runs/none' })).rejects.toMatchObject({ code: -32602 })
  await expect(client.callTool({ name: 'none', arguments: {} })).rejects.toMatchObject({ code: -32602 })
})

it('keeps no stream open for a client that subscribes', async () => {
  const client = await connectToService({ versionNegotiation: { mode: 'auto' } })
  await expect(client.listen({ toolsListChanged: true })).rejects.toThrow()
})

it('an agent of revision 2026-07-28 works on a task of its run', async () => {
  const mock = await carebenchMock({ benchmark: 'prior-auth' })
  const created = await mock.fetch(`${mock.baseUrl}/v1/benchmark-runs`, {
    method: 'POST',
    headers: { authorization: `Bearer ${mock.solverKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ benchmark: 'prior-auth@1' }),
  })
  const { benchmark_run_id, bearer_token } = (await created.json()) as Readonly<Record<string, string>>
  const client = new Client({ name: 'agent', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`/v1/benchmark-runs/${benchmark_run_id}/mcp`, mock.baseUrl), {
      fetch: mock.fetch,
      requestInit: { headers: { authorization: `Bearer ${bearer_token}` } },
    }),
  )
  const started = await client.callTool({ name: 'start_task', arguments: {} })
  expect(started.structuredContent).toMatchObject({ phase: 'started', status: 'active' })
  const found = await client.callTool({
    name: 'fhir_search_type',
    arguments: { type: 'Patient', query: { _count: 1 } },
  })
  expect(found.structuredContent).toMatchObject({ status: 200, body: { resourceType: 'Bundle' } })
  expect(await client.callTool({ name: 'submit', arguments: {} })).toMatchObject({ isError: false })
})
