import { ApiError, type JsonValue } from '@carebench/protocol'
import {
  createMcpHandler,
  isInitializeRequest,
  isJSONRPCRequest,
  isLegacyRequest,
  parseJSONRPCMessage,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { ServiceContext } from '../context/context.js'
import { parseJsonBody } from '../http/json/json-body.js'
import { isLargeBody } from '../http/json/large-bodies.js'
import { assertJson, assertNotEncoded } from '../http/media-type.js'
import { createRequest, type ServiceRequest, textOfBody } from '../http/request.js'
import { explainDistrust } from '../http/trusted-origin.js'
import { createWaitAllowance } from '../http/wait-allowance.js'
import type { RawAnswer, RawCall } from '../raw-call.js'
import { Stretches } from '../work/let-others-work.js'
import type { Send } from './call-tool.js'
import { createMcpServer } from './mcp-server.js'
import { createRunMcpServer } from './run-server.js'

/** Maximum number of messages in a batch. */
const maxMessages = 100

/** Number of characters in the responses of a batch after which its other requests are refused. */
const answerLimit = 16 * 1024 * 1024

/**
 * Answers a message of the Model Context Protocol over streamable HTTP, without a session: each message is answered in
 * JSON by its own server, those of a batch one after another. The tools call the service with the token of the client.
 */
export function handleMcp(context: ServiceContext, call: RawCall): Promise<RawAnswer> {
  return answer(context, call, (own) => createMcpServer(own, senderFor(own, call.headers), call.requestId))
}

/** Does the same as {@link handleMcp} for the agent of a run. */
export function handleRunMcp(context: ServiceContext, call: RawCall): Promise<RawAnswer> {
  const { caller, headers, requestId } = call
  if (caller.kind !== 'run') throw new Error(`An agent under test has a run token, not one of the kind ${caller.kind}.`)
  return answer(context, call, (own) => createRunMcpServer(own, caller.run.doc, headers, requestId))
}

/** Makes the server of one message, which calls the service of this context. */
type OpenIn = (context: ServiceContext) => Server

/** Makes the server of one message. */
type Open = () => Server

async function answer(
  context: ServiceContext,
  { headers, remoteAddress, bytes, charge, signal }: RawCall,
  openIn: OpenIn,
): Promise<RawAnswer> {
  const distrust = explainDistrust({ headers, remoteAddress }, context.hosts)
  if (distrust !== null) return refused(403, -32000, distrust)
  assertNotEncoded(headers['content-encoding'])
  assertJson(headers['content-type'])
  let message: JsonValue
  try {
    message = isLargeBody(bytes) ? await context.largeBodies.parse(bytes) : parseJsonBody(bytes)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return refused(400, -32700, `Parse error: ${error.message}`)
  }
  const allowance = Array.isArray(message) ? createWaitAllowance() : undefined
  const own = { ...context, handle: (request: ServiceRequest) => context.handle({ ...request, signal }, allowance) }
  const open = () => openIn(own)
  return Array.isArray(message)
    ? answerBatch(open, context.clock, { headers, charge }, message)
    : answerMessage(open, headers, message)
}

/**
 * Answers the messages of a batch independently: a cancellation comes too late, as it would in a separate request, and
 * two requests with the same id both get a response. Each message counts as a request of the caller; their waits may
 * last as long as one, together.
 */
async function answerBatch(
  open: Open,
  clock: ServiceContext['clock'],
  { headers, charge }: Pick<RawCall, 'headers' | 'charge'>,
  messages: readonly JsonValue[],
): Promise<RawAnswer> {
  if (messages.length > maxMessages) return refused(400, -32600, `A batch must have at most ${maxMessages} messages.`)
  if (!messages.every(isMessage)) {
    return refused(400, -32700, 'Every message of the batch must be a JSON-RPC 2.0 message.')
  }
  if (messages.length > 1 && messages.some(isInitializeRequest)) {
    return refused(400, -32600, 'The request initialize must not be part of a batch.')
  }
  if (messages.length > 1) charge(messages.length - 1)
  const answers: string[] = []
  let length = 0
  const stretches = new Stretches(clock)
  for (const message of messages) {
    const isRequest = isJSONRPCRequest(message)
    if (isRequest && length > answerLimit) {
      answers.push(
        errorText(
          -32000,
          'The response to this batch is already at its size limit. Send this request again.',
          message.id,
        ),
      )
      continue
    }
    const { status, headers: answered, body } = await answerMessage(open, headers, message)
    await stretches.step()
    // Invalid headers concern all messages.
    if (status >= 400) return { status, headers: answered, body }
    if (!isRequest || body === null) continue
    answers.push(body)
    length += body.length
  }
  if (answers.length === 0) return { status: 202, headers: {}, body: null }
  return { status: 200, headers: { 'content-type': 'application/json' }, body: `[${answers.join(',')}]` }
}

/** Answers a message of either era of the protocol: with the handshake of 2025, or, since 2026-07-28, without one. */
async function answerMessage(open: Open, headers: RawCall['headers'], parsedBody: JsonValue): Promise<RawAnswer> {
  const request = new Request('https://service/mcp', {
    method: 'POST',
    // Responses are always JSON, whatever else the client accepts.
    headers: { ...headers, accept: 'application/json, text/event-stream' },
  })
  return (await isLegacyRequest(request, parsedBody))
    ? answerLegacy(open(), request, parsedBody)
    : answerModern(open, request, parsedBody)
}

async function answerLegacy(server: Server, request: Request, parsedBody: JsonValue): Promise<RawAnswer> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  const fault = keepFault()
  server.onerror = fault.keep
  try {
    return await read(await transport.handleRequest(request, { parsedBody }), fault)
  } finally {
    await server.close()
  }
}

async function answerModern(open: Open, request: Request, parsedBody: JsonValue): Promise<RawAnswer> {
  // A subscription would keep the response open for changes that never happen on these servers.
  const fault = keepFault()
  const handler = createMcpHandler(open, { legacy: 'reject', maxSubscriptions: 0, onerror: fault.keep })
  try {
    return await read(await handler.fetch(request, { parsedBody }), fault)
  } finally {
    await handler.close()
  }
}

/** Records the errors that a server reports; only its response says whether they are its own or the client's. */
function keepFault() {
  let last: Error | undefined
  return {
    keep(error: Error) {
      last = error
    },
    last: () => last,
  }
}

/**
 * Throws the recorded error if the server itself has failed: the body of its response has no details and another shape.
 */
async function read(response: Response, fault: ReturnType<typeof keepFault>): Promise<RawAnswer> {
  if (response.status >= 500) {
    throw fault.last() ?? new Error(`The server of the Model Context Protocol has answered ${response.status}.`)
  }
  const body = await response.text()
  return { status: response.status, headers: Object.fromEntries(response.headers), body: body === '' ? null : body }
}

function isMessage(value: JsonValue): boolean {
  try {
    parseJSONRPCMessage(value)
    return true
  } catch {
    return false
  }
}

/** Sends requests to the service with the credentials of these headers. */
function senderFor(context: ServiceContext, client: RawCall['headers']): Send {
  const { authorization = '', host = '' } = client
  return async ({ method, target, headers, body }) => {
    const answer = await context.handle(
      createRequest(method, target, { ...headers, authorization, host }, new TextEncoder().encode(body ?? '')),
    )
    return { status: answer.status, contentType: answer.headers['content-type'] ?? '', text: textOfBody(answer) }
  }
}

function refused(status: number, code: number, message: string): RawAnswer {
  return { status, headers: { 'content-type': 'application/json' }, body: errorText(code, message, null) }
}

function errorText(code: number, message: string, id: string | number | null): string {
  return JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id })
}
