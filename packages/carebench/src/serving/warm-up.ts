import { createRequest, type Service } from '@carebench/service'

/**
 * Makes the requests whose first response blocks the thread for long, so that no caller waits for them: the OpenAPI
 * document, which is assembled once, and the tools for AI clients, whose packages are loaded with the first message.
 */
export async function warmUp(service: Service, organizationKey: string): Promise<void> {
  await service.handle(createRequest('GET', '/openapi.json', {}))
  const headers = { authorization: `Bearer ${organizationKey}`, 'content-type': 'application/json' }
  const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
  await service.handle(createRequest('POST', '/mcp', headers, new TextEncoder().encode(message)))
}
