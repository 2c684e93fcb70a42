import type { JsonValue } from '@carebench/protocol'
import { ownMember } from '@carebench/verifier/kinds'
import { textMember } from '../../records/text-member.js'

/** The statuses of a Communication whose content was sent, in whole or in part. */
const communicated: ReadonlySet<string | undefined> = new Set(['in-progress', 'completed', 'stopped'])

/** Returns the texts that a Communication sent to its recipients; undefined if it was not sent. */
export function textsOfCommunication(resource: JsonValue): readonly string[] | undefined {
  if (!communicated.has(textMember(resource, 'status'))) return undefined
  const payload = ownMember(resource, 'payload')
  if (!Array.isArray(payload)) return []
  return payload.flatMap((part: JsonValue) => {
    const title = textMember(ownMember(part, 'contentAttachment') ?? null, 'title')
    return [textMember(part, 'contentString'), title].filter((text) => text !== undefined)
  })
}
