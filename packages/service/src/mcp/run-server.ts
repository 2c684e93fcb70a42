import type { JsonValue } from '@carebench/protocol'
import {
  type CallToolRequest,
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server'
import type { ServiceContext } from '../context/context.js'
import type { VersionDoc } from '../documents/collections/authoring.js'
import type { RunDoc } from '../documents/collections/running.js'
import { createRequest, type ServiceResponse } from '../http/request.js'
import { engineVersion } from '../playground/engine-version.js'
import { loadVersion } from '../runs/run-documents.js'
import { mapFaults } from './map-faults.js'
import { refusals, runTools } from './run-tools.js'
import { writeLinkHost } from './system-links.js'
import { InvalidArgumentsError, listUnknown, type SystemRequest, toSystemRequest } from './system-request.js'
import { toSystemResult } from './system-result.js'
import { createSystemTools, type SystemTool, type ToolDescription } from './system-tools.js'

const instructions = `You work on tasks in simulated healthcare systems. Call start_task: it returns the instruction. \
Then use the tools of the
systems, which are named after them. wait lets time pass there. End with submit, and call start_task again while tasks \
remain.`

/** Headers of the client that its calls of the service keep: who it is, and which task run it works on. */
const keptHeaders = ['authorization', 'host', 'task-run-id']

/**
 * Creates a Model Context Protocol server for one message of an agent under test: the calls of the systems in its run
 * as tools, and those that start a task, wait and submit. Everything goes through the HTTP interface with the token of
 * the run, so that the rights, the errors and the log are the same.
 */
export function createRunMcpServer(
  context: ServiceContext,
  run: RunDoc,
  client: Readonly<Record<string, string>>,
  requestId: string,
): Server {
  const server = new Server(
    { name: 'systems', version: engineVersion },
    {
      capabilities: { tools: {} },
      instructions,
      // Validates answers to elicitation only, which this server never uses.
      jsonSchemaValidator: { getValidator: () => () => ({ valid: false, data: undefined, errorMessage: 'not used' }) },
    },
  )
  const headers = Object.fromEntries(
    keptHeaders.flatMap((name) => (client[name] === undefined ? [] : [[name, client[name]]])),
  )
  const mapping = mapFaults(context, requestId)
  const listTools = async () => ({
    tools: [
      ...[...runTools.values()].map(describeTool),
      ...[...(await getSystemTools(context, run)).values()].map((tool) => ({
        ...describeTool(tool),
        ...(tool.isRare && { _meta: { rare: true } }),
      })),
    ],
  })
  const callTool = async ({ params: { name, arguments: args = {} } }: CallToolRequest) => {
    const own = runTools.get(name)
    if (own !== undefined) {
      const known = Object.keys(own.inputSchema.properties as object)
      const unknown = listUnknown(Object.keys(args), known)
      // The service itself rejects unknown arguments of a wait.
      if (unknown.length > 0 && name !== 'wait') return refusals(unknown)
      const send = (method: string, target: string, body?: JsonValue) =>
        sendJson(context, headers, method, target, body)
      return own.call({ id: run.id, taskRuns: run.task_runs, chosen: headers['task-run-id'], send }, args)
    }
    const tools = await getSystemTools(context, run)
    const tool = tools.get(name)
    if (tool === undefined) {
      const names = [...runTools.keys(), ...tools.keys()].join(', ')
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool ${name}. Tools: ${names}.`)
    }
    return callSystem(context, run, tool, headers, args)
  }
  server.setRequestHandler('tools/list', mapping(listTools))
  server.setRequestHandler('tools/call', mapping(callTool))
  return server
}

/** The tools of a version's systems; versions are kept, and so are their tools. */
const toolsOfVersions = /* @__PURE__ */ new WeakMap<VersionDoc, ReadonlyMap<string, SystemTool>>()

async function getSystemTools(context: ServiceContext, run: RunDoc): Promise<ReadonlyMap<string, SystemTool>> {
  const version = await loadVersion(context, run)
  let tools = toolsOfVersions.get(version)
  if (tools === undefined) {
    const placed = version.simulators.flatMap(({ type, key }) => {
      const system = context.simulators.get(type)
      return system === undefined ? [] : [{ system, key }]
    })
    tools = createSystemTools(placed, [...runTools.keys()])
    toolsOfVersions.set(version, tools)
  }
  return tools
}

async function callSystem(
  context: ServiceContext,
  run: RunDoc,
  tool: SystemTool,
  headers: Readonly<Record<string, string>>,
  args: Readonly<Record<string, unknown>>,
): Promise<CallToolResult> {
  const runPath = `/v1/benchmark-runs/${encodeURIComponent(run.id)}`
  let request: SystemRequest
  try {
    request = toSystemRequest(tool, args, runPath)
  } catch (error) {
    if (error instanceof InvalidArgumentsError) return refusals(error.faults)
    throw error
  }
  // What HTTP clients send by default, so that their log is the same; the host is that of links in the
  // response.
  const own = { accept: '*/*', ...request.headers, ...headers, host: writeLinkHost(request.place) }
  const sent = createRequest(request.method, `${runPath}/${request.path}`, own, request.body)
  return toSystemResult(request, runPath, await context.handle(sent))
}

function sendJson(
  context: ServiceContext,
  headers: Readonly<Record<string, string>>,
  method: string,
  target: string,
  body: JsonValue | undefined,
): Promise<ServiceResponse> {
  if (body === undefined) return context.handle(createRequest(method, target, headers))
  const bytes = new TextEncoder().encode(JSON.stringify(body))
  return context.handle(createRequest(method, target, { ...headers, 'content-type': 'application/json' }, bytes))
}

function describeTool({ name, title, description, inputSchema, outputSchema, annotations }: ToolDescription) {
  return { name, title, description, inputSchema, outputSchema, annotations }
}
