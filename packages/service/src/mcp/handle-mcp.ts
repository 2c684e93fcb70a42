import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import type { ServiceContext } from '../context.js'
import { parseJsonBody } from '../http/json-body.js'
import { assertJson, assertNotEncoded } from '../http/media-type.js'
import { distrustOf } from '../http/trusted-origin.js'
import type { RawAnswer, RawCall } from '../raw-call.js'
import { createRequest } from '../request.js'
import type { Send } from './call-tool.js'
import { createMcpServer } from './mcp-server.js'

/**
 * Answers a message of the Model Context Protocol over streamable HTTP, without a session: each message is answered by a
 * server of its own, in JSON. The tools call the service itself with the token of the client.
 */
export async function handleMcp(
  context: ServiceContext,
  { headers, remoteAddress, bytes }: RawCall,
): Promise<RawAnswer> {
  const distrust = distrustOf({ headers, remoteAddress }, context.hosts)
  if (distrust !== null) return refused(403, distrust)
  assertNotEncoded(headers['content-encoding'])
  assertJson(headers['content-type'])
  const parsedBody = parseJsonBody(bytes)
  const server = createMcpServer(context, senderFor(context, headers))
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    const response = await transport.handleRequest(
      new Request('https://service/mcp', {
        method: 'POST',
        // Answers are always JSON, whatever a client would take beside it.
        headers: { ...headers, accept: 'application/json, text/event-stream' },
      }),
      { parsedBody },
    )
    const body = await response.text()
    return { status: response.status, headers: Object.fromEntries(response.headers), body: body === '' ? null : body }
  } finally {
    await server.close()
  }
}

/** Sends requests to the service as the client that sent these headers. */
function senderFor(context: ServiceContext, client: RawCall['headers']): Send {
  const { authorization = '', host = '' } = client
  return async ({ method, target, headers, body }) => {
    const answer = await context.handle(
      createRequest(method, target, { ...headers, authorization, host }, new TextEncoder().encode(body ?? '')),
    )
    const text = typeof answer.body === 'string' ? answer.body : new TextDecoder().decode(answer.body ?? undefined)
    return { status: answer.status, contentType: answer.headers['content-type'] ?? '', text }
  }
}

function refused(status: number, message: string): RawAnswer {
  const body = JSON.stringify({ jsonrpc: '2.0', error: { code: -32000, message }, id: null })
  return { status, headers: { 'content-type': 'application/json' }, body }
}
