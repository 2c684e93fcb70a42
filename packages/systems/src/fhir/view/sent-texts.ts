import type { JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/verifier/kinds'
import { textsIn } from '../../records/every-text.js'
import { textMember } from '../../records/text-member.js'

/** The statuses of a Communication whose content was sent, in whole or in part. */
const communicated: ReadonlySet<string | undefined> = new Set(['in-progress', 'completed', 'stopped'])

/** The members with what is said. `note` is about the communication, and no part of it. */
const said = new Set(['payload', 'topic', 'about', 'contained'])

/** Returns the texts that a Communication sent to its recipients; undefined if it was not sent. */
export function textsOfCommunication(resource: JsonValue): readonly string[] | undefined {
  if (!communicated.has(textMember(resource, 'status'))) return undefined
  const sent = Object.entries(isJsonObject(resource) ? resource : {}).filter(([name]) => said.has(name))
  return textsIn(Object.fromEntries(sent))
}
