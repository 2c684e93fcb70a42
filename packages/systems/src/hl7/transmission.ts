import {
  type AckCode,
  acknowledgmentDue,
  type Batch,
  buildAck,
  buildBatch,
  checkBatch,
  Hl7Error,
  type Issue,
  issueFromError,
  type Message,
  parseBatch,
  parseHeader,
} from '@carebench/hl7v2'
import type { JsonObject, RecordedEvent, Steps } from '@carebench/protocol'
import { refusedEvent } from '../records/refused-act.js'
import type { SimulatorChange, SimulatorContext } from '../simulator.js'
import { hl7Refusal, queriedEvent, sentEvent } from './events.js'
import { type Judgement, type JudgementCode, judge, maxIssues } from './model/acceptance.js'
import { findEnvelopeFaults } from './model/envelope-fields.js'
import { drawMessageId } from './model/message-row.js'
import { answerQuery, isQuery, type QueryAnswer } from './model/query.js'
import type { QueryRules } from './model/query-rules.js'
import { reportedBy } from './model/registry.js'
import { updateRecord } from './record-update.js'
import type { Hl7Effect, Hl7State } from './state.js'

/** The response to a transmission, and the resulting changes. */
export interface Acknowledged extends SimulatorChange<Hl7Effect> {
  /**
   * `{id, ack, ack_code}`, the latter two null without an acknowledgment; for a batch also `acks`, one object per
   * message.
   */
  readonly answer: JsonObject
}

/** A message with its judgement, and its acknowledgment, if one is due. */
interface Acknowledgment {
  readonly id: string
  readonly message: Message | undefined
  /** The text that was sent, if it differs from the message. */
  readonly text?: string
  readonly code: JudgementCode
  readonly issues: readonly Issue[]
  readonly ack: { readonly code: AckCode; readonly message: Message } | undefined
  /** The answer, if the message is a query; the acknowledgment is then the response message. */
  readonly query?: QueryAnswer
}

/** Acknowledgment codes, from best to worst. */
const severities: readonly AckCode[] = ['CA', 'AA', 'CE', 'AE', 'CR', 'AR']

/**
 * Receives a transmission of the agent, one message per step: a message, several in a row, or a batch file.
 *
 * - Every message is judged separately, and acknowledged as its MSH-15 and MSH-16 ask; only those judged AA become
 *   evidence.
 * - For a batch, `ack` is a batch file of all acknowledgments, and `ack_code` the worst code.
 * - If the counts in a batch's trailers are wrong, something was lost, and all its messages are answered with AR. So
 *   are those of a batch with invalid envelope fields.
 * - The acknowledgment of an answered query is the response message, whatever MSH-15 and MSH-16 say. Queries leave only
 *   an event, and see what was accepted before this transmission.
 * - Unparsable text is answered with one AR, addressed by whatever can be read of its header.
 */
export function* receiveTransmission(
  input: string | Uint8Array,
  state: Hl7State,
  context: SimulatorContext,
): Steps<Acknowledged> {
  yield
  const batch = readTransmission(input)
  if (batch instanceof Hl7Error) {
    const header = parseHeader(input)
    const judgement = { code: 'AR', issues: [issueFromError(batch)] } as const
    return answerOne({ ...acknowledge(header, judgement, context), text: decodeText(input) }, context.at)
  }
  const messages = batch.groups.flatMap((group) => group.messages)
  // Every message of the batch is rejected with these issues.
  const faults = [...findEnvelopeFaults(batch, context.at), ...checkBatch(batch)].slice(0, maxIssues)
  const acknowledgments: Acknowledgment[] = []
  for (const message of messages) {
    yield
    if (faults.length > 0) {
      const refused = acknowledge(message, { code: 'AR', issues: faults }, context)
      // The first rejection carries the text of the whole file, because its envelope was sent too.
      acknowledgments.push(acknowledgments.length === 0 ? { ...refused, text: batch.text } : refused)
    } else if (state.queries !== undefined && isQuery(message)) {
      acknowledgments.push(yield* respond(message, { ...state, queries: state.queries }, context))
    } else acknowledgments.push(acknowledge(message, yield* judgeAndApply(message, state, context), context))
  }
  const [first] = acknowledgments
  if (first === undefined) {
    const reason = 'Expected at least one message in the batch, got none.'
    const issues: Issue[] = [{ code: 100, segment: 'MSH', occurrence: 1, message: reason }]
    return answerOne({ ...acknowledge(undefined, { code: 'AR', issues }, context), text: batch.text }, context.at)
  }
  if (messages.length === 1 && !hasEnvelope(batch)) return answerOne(first, context.at)
  return answerAll(acknowledgments, context)
}

function readTransmission(input: string | Uint8Array): Batch | Hl7Error {
  try {
    return parseBatch(input)
  } catch (error) {
    if (error instanceof Hl7Error) return error
    throw error
  }
}

function hasEnvelope({ fileHeader, fileTrailer, groups }: Batch): boolean {
  return [fileHeader, fileTrailer, groups[0]?.header, groups[0]?.trailer].some((segment) => segment !== undefined)
}

function acknowledge(message: Message | undefined, judgement: Judgement, context: SimulatorContext): Acknowledgment {
  const id = drawMessageId(context.random)
  const due = message === undefined ? judgement.code : acknowledgmentDue(message, judgement.code)
  const ack = due && {
    code: due,
    message: buildAck(message, {
      code: due,
      issues: judgement.issues,
      // MSH-10 allows 20 characters up to version 2.6; using the message's id makes the two easy to match.
      controlId: id.toUpperCase(),
      at: Date.parse(context.at),
    }),
  }
  return { id, message, ...judgement, ack }
}

/** Judges a message, and applies an accepted one to the record; AE if it cannot be applied. */
function* judgeAndApply(
  message: Message,
  { rules, updatesRecord }: Hl7State,
  { ask }: SimulatorContext,
): Steps<Judgement> {
  const judgement = yield* judge(message, rules)
  const issue = updatesRecord && judgement.code === 'AA' ? yield* updateRecord(message, ask) : undefined
  return issue === undefined ? judgement : { code: 'AE', issues: [issue] }
}

function* respond(
  message: Message,
  state: Hl7State & { readonly queries: QueryRules },
  context: SimulatorContext,
): Steps<Acknowledgment> {
  const id = drawMessageId(context.random)
  const registry = reportedBy(state.registry, state.sent.rows())
  const place = { controlId: id.toUpperCase(), at: Date.parse(context.at) }
  const query = yield* answerQuery(message, { ...state, registry }, place)
  const { code, issues, response } = query
  return { id, message, code, issues, ack: { code, message: response }, query }
}

function ackJson({ ack }: Acknowledgment) {
  return { ack: ack?.message.text ?? null, ack_code: ack?.code ?? null }
}

function answerOne(one: Acknowledgment, at: string): Acknowledged {
  return { answer: { id: one.id, ...ackJson(one) }, ...toChange([one], at) }
}

function answerAll(all: readonly Acknowledgment[], { at, random }: SimulatorContext): Acknowledged {
  const acks = all.flatMap(({ ack }) => ack ?? [])
  const worst = severities.findLast((code) => acks.some((ack) => ack.code === code))
  const answer: JsonObject = {
    id: drawMessageId(random),
    ack: acks.length === 0 ? null : buildBatch({ groups: [{ messages: acks.map(({ message }) => message) }] }).text,
    ack_code: worst ?? null,
    acks: all.map((one) => ({
      id: one.id,
      message_type: one.message?.messageType ?? null,
      control_id: one.message?.controlId ?? null,
      ...ackJson(one),
    })),
  }
  return { answer, ...toChange(all, at) }
}

function toChange(all: readonly Acknowledgment[], at: string): SimulatorChange<Hl7Effect> {
  const effects: Hl7Effect[] = []
  const events = all.flatMap(({ id, message, code, issues, query, text = message?.text }): readonly RecordedEvent[] => {
    const reason = issues[0]?.message ?? null
    const refused = code === 'AA' || !text ? [] : [refusedEvent(hl7Refusal, { payload: text }, reason)]
    if (query !== undefined) return [queriedEvent(message?.controlId ?? '', query), ...refused]
    const { messageType = '', controlId = '', text: payload = '' } = message ?? {}
    const accepted =
      message === undefined || code !== 'AA'
        ? undefined
        : { id, message_type: messageType, control_id: controlId, payload, sent_at: at }
    if (accepted !== undefined) effects.push({ op: 'accept', message: accepted })
    const attempt = { message_type: messageType || null, control_id: controlId || null, ack_code: code, reason }
    return [sentEvent(attempt, accepted), ...refused]
  })
  return { effects, events }
}

function decodeText(input: string | Uint8Array): string {
  return typeof input === 'string' ? input : new TextDecoder().decode(input)
}
