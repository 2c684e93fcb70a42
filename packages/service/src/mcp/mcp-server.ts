import {
  type CallToolRequest,
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceRequest,
  type ReadResourceResult,
  ResourceNotFoundError,
  Server,
} from '@modelcontextprotocol/server'
import type { ServiceContext } from '../context/context.js'
import { engineVersion } from '../playground/engine-version.js'
import { oncePer } from '../work/once-per.js'
import { callTool, type Send } from './call-tool.js'
import { mapFaults } from './map-faults.js'
import { prompts } from './prompts.js'
import { readOwnResource, resourceTemplates, schemaResources } from './resources.js'
import { instructions } from './tool-prose.js'
import { createTools } from './tools.js'

const toolsOf = /* @__PURE__ */ oncePer(createTools)

/**
 * Creates a Model Context Protocol server for one message of one client: tools, resources and prompts. Everything goes
 * through `send`, with the client's own token, so that its rights and its errors are those of the HTTP interface.
 */
export function createMcpServer(context: ServiceContext, send: Send, requestId: string): Server {
  const mapping = mapFaults(context, requestId)
  const known = toolsOf(context.systems)
  const server = new Server(
    { name: 'carebench', version: engineVersion },
    {
      capabilities: { tools: {}, resources: {}, prompts: {} },
      instructions,
      // Validates answers to elicitation only, which this server never uses.
      jsonSchemaValidator: { getValidator: () => () => ({ valid: false, data: undefined, errorMessage: 'not used' }) },
    },
  )
  server.setRequestHandler('tools/list', () => ({
    tools: [...known.values()].map(({ actions: _, ...tool }) => tool),
  }))
  const call = async ({ params }: CallToolRequest): Promise<CallToolResult> => {
    const tool = known.get(params.name)
    if (tool === undefined) throw invalid(`Unknown tool ${params.name}. Tools: ${[...known.keys()].join(', ')}.`)
    const { text, structured, isError } = await callTool(context.systems, tool, params.arguments ?? {}, send)
    const content = [{ type: 'text' as const, text }]
    return structured === undefined ? { content, isError } : { content, structuredContent: structured, isError }
  }
  server.setRequestHandler('tools/call', mapping(call))
  server.setRequestHandler('resources/list', () => ({
    resources: schemaResources(context).map(({ uri, name, description }) => ({
      uri,
      name,
      description,
      mimeType: 'application/schema+json',
    })),
  }))
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: resourceTemplates.map(({ uriTemplate, name, description }) => ({
      uriTemplate,
      name,
      description,
      mimeType: 'application/json',
    })),
  }))
  const read = async ({ params: { uri } }: ReadResourceRequest): Promise<ReadResourceResult> => {
    const schema = schemaResources(context).find((resource) => resource.uri === uri)
    if (schema !== undefined) {
      return { contents: [{ uri, mimeType: 'application/schema+json', text: JSON.stringify(schema.read()) }] }
    }
    const text = await readOwnResource(uri, send)
    if (text === undefined) throw new ResourceNotFoundError(uri, `There is no resource ${uri}.`)
    return { contents: [{ uri, mimeType: 'application/json', text }] }
  }
  server.setRequestHandler('resources/read', mapping(read))
  server.setRequestHandler('prompts/list', () => ({
    prompts: prompts.map(({ name, description, arguments: args }) => ({ name, description, arguments: [...args] })),
  }))
  server.setRequestHandler('prompts/get', ({ params }) => {
    const prompt = prompts.find(({ name }) => name === params.name)
    if (prompt === undefined) throw invalid(`Unknown prompt ${params.name}.`)
    const values = params.arguments ?? {}
    const missing = prompt.arguments.find(({ name, required }) => required && values[name] === undefined)
    if (missing !== undefined) throw invalid(`The prompt ${prompt.name} requires the argument ${missing.name}.`)
    const { description } = prompt
    return { description, messages: [{ role: 'user', content: { type: 'text', text: prompt.text(values) } }] }
  })
  return server
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}
