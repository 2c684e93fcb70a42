import type { VoiceRecord } from '@carebench/protocol'
import type { EvidenceState } from '@carebench/verifier'
import { isJsonObject, type Make, nameOfType, pointerTo } from '@carebench/verifier/kinds'
import { stringMember } from '../../records/expected-member.js'

/**
 * Returns the telephone calls of a state; undefined if they were not observed.
 *
 * @throws {TypeError} if a call has no turns, or a turn no "speaker" or "text"; the message names its place
 */
export function listCalls(state: EvidenceState): readonly VoiceRecord[] | undefined {
  return state.once('voice', readCalls)
}

const readCalls: Make<readonly unknown[], readonly VoiceRecord[]> = (calls, { at }) => {
  for (const [index, call] of calls.entries()) {
    const place = pointerTo(at, index)
    if (!isJsonObject(call)) throw new TypeError(`Expected ${place} to be an object, got ${nameOfType(call)}.`)
    const { turns } = call
    if (!Array.isArray(turns)) {
      throw new TypeError(`Expected ${pointerTo(place, 'turns')} to be an array of turns, got ${nameOfType(turns)}.`)
    }
    for (const [position, turn] of turns.entries()) {
      const below = () => pointerTo(pointerTo(place, 'turns'), position)
      if (!isJsonObject(turn)) throw new TypeError(`Expected ${below()} to be an object, got ${nameOfType(turn)}.`)
      stringMember(turn, 'speaker', below)
      stringMember(turn, 'text', below)
    }
  }
  return calls as readonly VoiceRecord[]
}
