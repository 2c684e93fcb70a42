import { carebenchMock } from '@carebench/msw'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { setupServer } from 'msw/node'
import { expect, it, onTestFinished } from 'vitest'
import { textAt } from '../contract/contract-testbed.js'

it.each(['mock.fetch', 'msw'])('an AI client talks to the mock through %s', async (way) => {
  const mock = await carebenchMock({ benchmark: 'prior-auth', seed: 7 })
  if (way === 'msw') {
    const server = setupServer(...mock.handlers)
    server.listen()
    onTestFinished(() => server.close())
  }
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', mock.baseUrl), {
    ...(way === 'msw' ? {} : { fetch: mock.fetch }),
    requestInit: { headers: { authorization: `Bearer ${mock.organizationKey}` } },
  })
  await client.connect(transport as Parameters<Client['connect']>[0])
  const { content } = await client.callTool({ name: 'benchmarks', arguments: { action: 'list' } })
  expect(JSON.parse(textAt(content, 0, 'text'))).toMatchObject({ data: [{ name: 'prior-auth' }] })
})
