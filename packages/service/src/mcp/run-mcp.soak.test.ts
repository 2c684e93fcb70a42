import type { CallDescription, JsonValue, LogEntry } from '@carebench/protocol'
import { defaultSystems } from '@carebench/systems'
import { beforeAll, describe, expect, it } from 'vitest'
import { type ClockWorld, everySystem, startClockWorld } from '../testing/clock-world.js'
import { createSystemTools, type SystemTool } from './system-tools.js'

const starts_at = '1999-03-04T08:00:00.000Z'
const tools = createSystemTools(
  defaultSystems.map((system) => ({ system })),
  [],
)

interface ToolResult {
  readonly isError: boolean
  readonly content: readonly Readonly<Record<string, unknown>>[]
  readonly structuredContent?: Readonly<Record<string, JsonValue>>
  /** The text of the first content, parsed. */
  readonly json: unknown
}

function startWorld(): Promise<ClockWorld> {
  return startClockWorld(everySystem({ clock: 'stepped' }, { starts_at }))
}

async function useTool(
  world: Pick<ClockWorld, 'send'>,
  name: string,
  args: Readonly<Record<string, unknown>> = {},
): Promise<ToolResult> {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }
  const { status, body } = await world.send('POST', 'mcp', message)
  expect([status, body]).toEqual([200, expect.objectContaining({ result: expect.anything() })])
  const result = body.result as Omit<ToolResult, 'json'>
  return { ...result, json: JSON.parse(String(result.content[0]?.text)) }
}

/** Returns a request for the example of a call, over HTTP and as the arguments of its tool. */
function readExample({ places: [place] }: SystemTool, call: CallDescription, mediaType: string | undefined) {
  const params: Record<string, string> = { ...call.tool?.when }
  const path = (place + call.path).replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    params[name] = name === 'type' ? 'Patient' : name === 'resource_id' ? 'p1' : name === 'name' ? 'a/b c.csv' : 'x-1'
    return name === 'name' ? 'a/b%20c.csv' : params[name]
  })
  const body = mediaType === undefined ? undefined : call.body?.[mediaType]?.example
  return { path, body, args: { ...params, ...(body !== undefined && { body }) } }
}

function listMediaTypes({ body }: CallDescription): readonly (string | undefined)[] {
  return body === undefined ? [undefined] : Object.keys(body)
}

describe('the tools of systems', () => {
  let http: ClockWorld
  let mcp: ClockWorld
  beforeAll(async () => {
    http = await startWorld()
    mcp = await startWorld()
  })

  /** The part of an entry that does not depend on which service has written it. */
  const comparable = (entries: readonly LogEntry[]) => JSON.parse(JSON.stringify(entries)) as unknown

  it('answer and record the example of every call as over HTTP [run-mcp.same-log]', async () => {
    const calls = [...tools].flatMap(([name, tool]) => tool.calls.map((call) => ({ name, tool, call })))
    for (const { name, tool, call } of calls) {
      for (const mediaType of listMediaTypes(call)) {
        const { path, body, args } = readExample(tool, call, mediaType)
        const headers = { accept: '*/*', ...(mediaType !== undefined && { 'content-type': mediaType }) }
        const direct = await http.send(call.method, path, body, headers)
        const { structuredContent, json, isError } = await useTool(mcp, name, args)
        expect([name, structuredContent?.status, isError]).toEqual([name, direct.status, direct.status >= 400])
        // Over MCP, links begin with the host of the clinic; over HTTP, with the path of the run.
        const own = (text: string) =>
          text
            .replaceAll(mcp.runId, http.runId)
            .replaceAll('https://fhir.clinic.example/', `/v1/benchmark-runs/${http.runId}/fhir/`)
        expect(own(JSON.stringify(json))).toBe(own(JSON.stringify(structuredContent)))
        const { body: answered } = structuredContent ?? {}
        const shown = typeof answered === 'string' ? answered : answered === undefined ? '' : JSON.stringify(answered)
        expect([name, own(shown)]).toEqual([
          name,
          typeof answered === 'string'
            ? direct.text
            : JSON.stringify(direct.text === '' ? '' : JSON.parse(direct.text)).replace(/^""$/, ''),
        ])
      }
    }
    expect((await http.entries()).length).toBeGreaterThan(60)
    expect(comparable(await mcp.entries())).toEqual(comparable(await http.entries()))
  })
})
