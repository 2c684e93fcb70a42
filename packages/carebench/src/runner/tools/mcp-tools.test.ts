import type { JsonObject } from '@carebench/protocol'
import { describe, expect, it } from 'vitest'
import { TrialStopError } from '../ended.js'
import { McpConnection } from './mcp-connection.js'
import { readToolResult } from './mcp-tools.js'

const fault = { error: { code: 'INTERNAL', message: 'Something broke.' } }

function makeResult(structuredContent: JsonObject): JsonObject {
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent }
}

describe('the result of a tool', () => {
  it('ends the trial if the service failed', () => {
    expect(() => readToolResult(makeResult(fault))).toThrow(TrialStopError)
    expect(() => readToolResult(makeResult({ status: 500, content_type: 'application/json', body: fault }))).toThrow(
      TrialStopError,
    )
  })

  it('does not end the trial for a document of the agent that looks like an error of the service', () => {
    const result = readToolResult(makeResult({ status: 200, content_type: 'application/json', body: fault }))
    expect(result).toMatchObject({ status: 200, isError: false })
  })
})

describe('a call of a tool', () => {
  const call = (status: number, answer: JsonObject) => {
    const connection = new McpConnection({
      url: 'http://trial.test/mcp',
      token: 'trial',
      fetch: async () => new Response(JSON.stringify(answer), { status }),
    })
    return connection.callTool('write', {}, new AbortController().signal)
  }

  it.each([
    [400, { error: { code: -32700, message: 'Parse error: nested too deep.' } }],
    [413, { error: { code: 'PAYLOAD_TOO_LARGE', message: 'Too long.' } }],
    [200, { error: { code: -32602, message: 'Invalid params.' } }],
  ])('is an error of the model if the server rejects the content of the message: %i %j', async (status, answer) => {
    const result = readToolResult(await call(status, answer))
    expect(result).toMatchObject({ isError: true, isInvalid: true, text: expect.stringContaining('Nothing was sent.') })
  })

  it('is a failure of the service otherwise', async () => {
    await expect(call(503, {})).rejects.toThrow(TrialStopError)
    await expect(call(200, { error: { code: -32603, message: 'Internal error.' } })).rejects.toThrow(TrialStopError)
  })
})
