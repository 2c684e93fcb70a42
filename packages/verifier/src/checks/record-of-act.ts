import type { JsonObject } from '@carebench/protocol'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { CollectedRecord, RecordCollection } from '../collections/record-collection.js'
import type { EvidenceState } from '../evidence/evidence-state.js'
import type { RecordedAct } from '../evidence/recorded-acts.js'
import { ownMember } from '../json/is-json-object.js'

/** A record that the agent sent, or created and removed again. */
export interface RecordOfAct<Value> {
  readonly act: RecordedAct
  readonly record: CollectedRecord<Value>
  /** The members that are unknown: the log has only their digests, and no state has a text with that digest. */
  readonly unknown: readonly string[]
}

/** The records of an act; texts that the log left out are taken from a state that still has them. */
export function recordsOfAct<Value>(
  act: RecordedAct,
  collection: RecordCollection<Value>,
  states: readonly EvidenceState[],
): readonly RecordOfAct<Value>[] {
  const found: Record<string, string> = {}
  const unknown: string[] = []
  for (const [member, digest] of Object.entries(act.omitted)) {
    const text = findText(member, digest, collection, states)
    if (text === undefined) unknown.push(member)
    else found[member] = text
  }
  const item: JsonObject = { ...act.record, ...found }
  return collection.read([item], act.at).map((record) => ({ act, record, unknown }))
}

function findText<Value>(
  member: string,
  digest: unknown,
  collection: RecordCollection<Value>,
  states: readonly EvidenceState[],
): string | undefined {
  for (const state of states) {
    for (const { content } of collection.records(state) ?? []) {
      const text = ownMember(content, member)
      if (typeof text === 'string' && bytesToHex(sha256(utf8ToBytes(text))) === digest) return text
    }
  }
  return undefined
}
