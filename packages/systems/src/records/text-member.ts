import type { JsonValue } from '@carebench/protocol'
import { ownMember } from '@carebench/verifier/kinds'

/** Returns a member of a record that is text; undefined if it is anything else. */
export function textMember(record: JsonValue, name: string): string | undefined {
  const value = ownMember(record, name)
  return typeof value === 'string' ? value : undefined
}
