import type { JsonValue } from '@carebench/protocol'
import { ownMember } from '@carebench/verifier/kinds'
import { textMember } from '../../records/text-member.js'

/** The states of a Communication in which its content has left the house, in whole or in part. */
const communicated: ReadonlySet<string | undefined> = new Set(['in-progress', 'completed', 'stopped'])

/** Returns the text that a Communication says was sent to its recipients; undefined if none was sent. */
export function textsOfCommunication(resource: JsonValue): readonly string[] | undefined {
  if (!communicated.has(textMember(resource, 'status'))) return undefined
  const payload = ownMember(resource, 'payload')
  if (!Array.isArray(payload)) return []
  return payload.flatMap((part: JsonValue) => {
    const title = textMember(ownMember(part, 'contentAttachment') ?? null, 'title')
    return [textMember(part, 'contentString'), title].filter((text) => text !== undefined)
  })
}
