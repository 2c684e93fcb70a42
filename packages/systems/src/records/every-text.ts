import type { JsonValue } from '@carebench/protocol'
import type { SelectedMembers } from '@carebench/verifier'

/** Reads every string of several words in a record, for records with free text in any member. */
export const everyText: SelectedMembers<JsonValue> = {
  path: 'every text of several words',
  readAll(record) {
    const texts: string[] = []
    collectTexts(record, 0, texts)
    return texts
  },
}

/** Maximum nesting depth; deeper values are ignored. */
const deepest = 60

function collectTexts(value: JsonValue, depth: number, texts: string[]): void {
  if (depth > deepest) return
  if (typeof value === 'string') {
    if (/\S\s+\S/.test(value)) texts.push(value)
  } else if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) collectTexts(member, depth + 1, texts)
  }
}
