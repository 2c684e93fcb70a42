import { isJsonObject, type JsonObject } from '@carebench/protocol'
import type { TrialLimits } from '../runner/agent.js'
import { runChat } from '../runner/models/chat-loop.js'
import type { ContextWindow } from '../runner/models/providers/context-window.js'
import type { Price } from '../runner/models/providers/prices.js'
import { openModel } from '../runner/models/providers/provider.js'
import { ProviderLimiter } from '../runner/models/providers/provider-limiter.js'
import { giveUp, type Tool } from '../runner/tools/tool.js'
import { TrajectoryBuilder } from '../runner/trajectory/trajectory-builder.js'
import { dialects } from './model-dialect.js'
import { serializeStream } from './model-stream.js'
import { scriptedPace } from './scripted-pace.js'

export type WireProvider = 'openai' | 'anthropic' | 'google' | 'local'

/** The JSON of a response, which is sent as server-sent events, or a literal response. */
export type WireAnswer = JsonObject | Response

/** Returns the response to a request with this body. */
export type WireScript = (body: JsonObject, turn: number) => WireAnswer | Promise<WireAnswer>

const dialectNames = { openai: 'responses', anthropic: 'messages', google: 'gemini', local: 'chat' } as const

/** Converts a whole response to the events of its dialect. */
export function streamed(provider: WireProvider, answer: JsonObject): Response {
  const dialect = dialects.find(({ name }) => name === dialectNames[provider])
  if (dialect === undefined) throw new TypeError(`${provider} has no dialect`)
  return new Response(serializeStream(dialect, answer), { headers: { 'content-type': 'text/event-stream' } })
}

/** Creates an error response. */
export function refused(status: number, text: string): Response {
  return new Response(JSON.stringify({ error: { message: text } }), {
    status,
    headers: { 'content-type': 'application/json' },
  })
}

/** Lets a model work over a connection without a server, with the tools `look` and `give_up`. */
export async function chatOverWire(
  provider: WireProvider,
  script: WireScript | readonly WireAnswer[],
  options: {
    readonly looked?: string
    readonly limits?: TrialLimits
    readonly price?: Price
    readonly window?: ContextWindow
  } = {},
) {
  const bodies: JsonObject[] = []
  const answer: WireScript =
    typeof script === 'function' ? script : (_, turn) => script[Math.min(turn, script.length - 1)] ?? {}
  const model = await openModel({
    provider,
    model: 'm-1',
    apiKey: 'key-1',
    ...(provider === 'local' && { baseUrl: 'http://127.0.0.1/v1' }),
    fetch: async (_, init) => {
      const body: unknown = JSON.parse(String(init?.body))
      if (!isJsonObject(body)) throw new TypeError('The body is no object.')
      bodies.push(body)
      const given = await answer(body, bodies.length - 1)
      return given instanceof Response ? given : streamed(provider, given)
    },
  })
  const calls: JsonObject[] = []
  const look: Tool = {
    name: 'look',
    description: 'Look.',
    inputSchema: { type: 'object' },
    call: async (args) => {
      calls.push(args)
      return { text: options.looked ?? 'seen', isError: false }
    },
  }
  const pace = scriptedPace()
  const { signal } = new AbortController()
  const agent = { name: 'a', version: '1', modelName: 'm-1', toolDefinitions: [], extra: {} }
  const trajectory = new TrajectoryBuilder(agent, 'trial')
  const end = await runChat({
    model,
    pace,
    limiter: new ProviderLimiter({ pace }),
    retryWindow: 60_000,
    stall: 300_000,
    trial: { limits: options.limits ?? {}, signal, submitted: signal, note: () => undefined },
    tools: [look, giveUp],
    system: 'You work.',
    task: 'Do it.',
    settings: { providerOptions: { openai: { store: false } } },
    price: options.price,
    ...(options.window !== undefined && { window: options.window }),
    trajectory,
    onObservation: () => undefined,
  })
  return { ...end, bodies, calls, document: trajectory.build(end.tally.usage, end.tally.cost, {}) }
}
