import type { Step, StepKind } from './trajectory.js'
import { type JsonRecord, memberAt, toList, toNumber, toObject, toText } from './unknown-value.js'

/** Who speaks or acts in a turn; for log entries that no message names, the kind of the entry. */
export type Speaker = 'system' | 'user' | 'agent' | StepKind

/** A call in a turn. */
export interface Call {
  readonly name: string
  /** Undefined if there are none. */
  readonly arguments: unknown
  /** The response; null if it was not kept. */
  readonly response: string | null
  readonly status: number | null
  readonly isError: boolean
  /** Names of the pictures that it resulted in. */
  readonly pictures: readonly string[]
  /** The entry of the log; null if the call left none. */
  readonly step: Step | null
}

/** A message of the conversation with its calls, or an entry of the log. */
export interface Turn {
  /** Counted from 1. */
  readonly number: number
  readonly speaker: Speaker
  readonly at: string | null
  readonly message: string
  readonly reasoning: string
  readonly calls: readonly Call[]
  readonly tokens: { readonly input: number | null; readonly output: number | null }
}

/**
 * Merges an agent's messages and the log entries into one sequence. An entry that no call names follows the call of the
 * previous entry; if no call names an entry, the log follows the messages.
 *
 * @param trajectory - the document in ATIF; anything else has no messages
 */
export function readConversation(trajectory: unknown, steps: readonly Step[]): readonly Turn[] {
  const bySeq = new Map(steps.map((step) => [step.seq, step]))
  const messages = toList(memberAt(trajectory, 'steps'))
    // Steps copied from an earlier trajectory are skipped.
    .filter((step) => memberAt(step, 'is_copied_context') !== true)
    .map((step) => readMessage(step, bySeq))
  const named = new Set(messages.flatMap(({ calls }) => calls.map(({ step }) => step?.seq)))
  const left = steps.filter(({ seq }) => !named.has(seq))
  const turns: UnnumberedTurn[] = []
  let next = 0
  const addUpTo = (seq: number) => {
    for (let step = left[next]; step !== undefined && step.seq < seq; step = left[++next]) turns.push(makeTurn(step))
  }
  for (const message of messages) {
    const [first] = message.calls.flatMap(({ step }) => step?.seq ?? [])
    if (first !== undefined) addUpTo(first)
    turns.push(message)
  }
  addUpTo(Number.POSITIVE_INFINITY)
  return turns.map((turn, index) => ({ number: index + 1, ...turn }))
}

type UnnumberedTurn = Omit<Turn, 'number'>

function readMessage(step: unknown, bySeq: ReadonlyMap<number, Step>): UnnumberedTurn {
  const source = memberAt(step, 'source')
  const results = toList(memberAt(step, 'observation', 'results'))
  const used = new Set<unknown>()
  const calls = toList(memberAt(step, 'tool_calls')).map((call): Call => {
    const id = memberAt(call, 'tool_call_id')
    const result = results.find((one) => !used.has(one) && memberAt(one, 'source_call_id') === id)
    used.add(result)
    return readCall(toText(memberAt(call, 'function_name')) ?? '?', memberAt(call, 'arguments'), result, bySeq)
  })
  // Observations that belong to no call are shown too.
  const others = results.filter((one) => !used.has(one)).map((one) => readCall('observation', undefined, one, bySeq))
  return {
    speaker: source === 'system' || source === 'user' ? source : 'agent',
    at: toText(memberAt(step, 'timestamp')),
    message: readContent(memberAt(step, 'message')),
    reasoning: toText(memberAt(step, 'reasoning_content')) ?? '',
    calls: [...calls, ...others],
    tokens: {
      input: toNumber(memberAt(step, 'metrics', 'prompt_tokens')),
      output: toNumber(memberAt(step, 'metrics', 'completion_tokens')),
    },
  }
}

function readCall(name: string, given: unknown, result: unknown, bySeq: ReadonlyMap<number, Step>): Call {
  const extra = toObject(memberAt(result, 'extra')) ?? {}
  const status = toNumber(extra.status)
  const seq = toNumber(extra.log_seq)
  return {
    name,
    arguments: given,
    response: result === undefined ? null : readContent(memberAt(result, 'content')),
    status,
    isError: extra.is_error === true || (status !== null && status >= 400),
    pictures: toList(extra.pictures).flatMap((name) => toText(name) ?? []),
    step: seq === null ? null : (bySeq.get(seq) ?? null),
  }
}

/** Returns the text of a message; images are only named, because reports load nothing. */
function readContent(content: unknown): string {
  if (typeof content === 'string') return content
  return toList(content)
    .map((part) => {
      if (memberAt(part, 'type') !== 'image') return toText(memberAt(part, 'text')) ?? ''
      return (
        `[${toText(memberAt(part, 'source', 'media_type')) ?? 'image'}: ` +
        `${toText(memberAt(part, 'source', 'path')) ?? ''}]`
      )
    })
    .join('\n')
}

/** Converts a log entry to a turn. */
function makeTurn(step: Step): UnnumberedTurn {
  const { kind, at, title, status, entry } = step
  const call = memberAt(entry, 'action', 'call')
  const one: Call = {
    name: call === undefined ? title : `${step.lane} ${title}`,
    arguments: call === undefined ? argumentsOfAction(entry) : readBody(call),
    response: null,
    status,
    isError: kind === 'refused',
    pictures: [],
    step,
  }
  const speaker = kind === 'read' || kind === 'write' || kind === 'refused' ? 'agent' : kind
  return { speaker, at, message: '', reasoning: '', calls: [one], tokens: { input: null, output: null } }
}

function argumentsOfAction(entry: JsonRecord): unknown {
  const { kind: _, ...rest } = toObject(memberAt(entry, 'action')) ?? {}
  return Object.keys(rest).length === 0 ? undefined : rest
}

function readBody(call: unknown): unknown {
  const body = memberAt(call, 'body')
  if (body === null || body === undefined) return undefined
  return memberAt(body, 'text') ?? memberAt(body, 'json') ?? body
}
