import type { JsonValue } from '@carebench/protocol'
import type { SelectedMembers } from '@carebench/verifier'
import { leavesOf } from '@carebench/verifier/kinds'

/** Every string of several words in a record, for records whose free text can stand in any member. */
export const everyText: SelectedMembers<JsonValue> = {
  path: 'every text of several words',
  readAll: (record) =>
    leavesOf(record).flatMap(({ value }) => (typeof value === 'string' && /\S\s+\S/.test(value) ? [value] : [])),
}
