import type { JsonObject, JsonValue } from '@carebench/protocol'
import { type EvidencePart, hideValue, jsonKind, listPart, type RecordChange } from '@carebench/verifier'
import { otherTextThan, ownMember, showJson, withValue } from '@carebench/verifier/kinds'
import { everyTextBut } from '../records/every-text.js'
import { textMember } from '../records/text-member.js'
import { readTitle } from '../records/title.js'

/** Whether the agent made a call, or spoke in one that it took. */
function isAgents({ direction, turns }: JsonObject): boolean {
  if (direction !== 'inbound') return true
  return Array.isArray(turns) && turns.some((turn: JsonValue) => ownMember(turn, 'speaker') === 'agent')
}

/** Returns what the agent said in a call; what others say is not sent by it. */
function textsOfAgent(call: JsonValue): readonly string[] {
  const turns = ownMember(call, 'turns')
  return (Array.isArray(turns) ? turns : []).flatMap((turn: JsonValue) =>
    ownMember(turn, 'speaker') === 'agent' ? (textMember(turn, 'text') ?? []) : [],
  )
}

const systemMembers = ['call_id', 'status']

/** Telephone calls with their turns. */
const phoneCalls = /* @__PURE__ */ jsonKind({
  collection: 'voice.calls',
  noun: 'voice calls',
  madeBy: 'agent',
  accepts: isAgents,
  systemMembers,
  name: (call, number) => `call ${number} (${showJson(ownMember(call, 'call_id'))})`,
  identifies: { text: [/* @__PURE__ */ everyTextBut(...systemMembers, 'to_number', 'from_number')] },
  outward: true,
  sentTexts: textsOfAgent,
  recipient: (call) => textMember(call, ownMember(call, 'direction') === 'inbound' ? 'from_number' : 'to_number'),
  example: (text) => ({ call_id: 'call-1', turns: [{ speaker: 'agent', text }] }),
})

/** Telephone calls. */
export const voicePart = /* @__PURE__ */ listPart({
  name: 'voice',
  kinds: [hideValue(phoneCalls)],
  nameItem: ({ call_id }) => `voice call ${showJson(call_id)}`,
  titleOf: ({ direction, from_number, to_number }) =>
    direction === 'inbound' ? readTitle('from', from_number) : readTitle('to', to_number),
  isAgents,
  changes: (call) => changesOfCall(call),
})

/**
 * Returns copies of a call in which one utterance of the agent is replaced or removed; if "agent" says nothing, one of
 * any speaker.
 */
function changesOfCall(call: JsonObject): readonly RecordChange[] {
  const { turns } = call
  if (!Array.isArray(turns)) return []
  const all: readonly JsonValue[] = turns
  const agents = all.some((turn) => ownMember(turn, 'speaker') === 'agent')
  return all.flatMap((turn, index): readonly RecordChange[] => {
    const text = ownMember(turn, 'text')
    if (typeof text !== 'string' || (agents && ownMember(turn, 'speaker') !== 'agent')) return []
    const said = withValue(call, ['turns', index, 'text'], otherTextThan(text))
    const silent = { ...call, turns: all.toSpliced(index, 1) }
    return [
      { verb: 'change', what: `turn ${index + 1} to another text`, record: said },
      { verb: 'change', what: `turn ${index + 1} to silence`, record: silent },
    ]
  })
}

/** The parts of the evidence that the telephone provides. */
export const voiceRecords: readonly EvidencePart[] = [voicePart]
