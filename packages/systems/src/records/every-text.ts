import type { JsonValue } from '@carebench/protocol'
import type { SelectedMembers } from '@carebench/verifier'
import { isJsonObject } from '@carebench/verifier/kinds'

/** Reads every string in a record: any member may name somebody, in one word too. */
export const everyText: SelectedMembers<JsonValue> = /* @__PURE__ */ everyTextBut()

/** Reads every string in a record, but for some top-level members: those that the system writes, and the recipient. */
export function everyTextBut(...others: readonly string[]): SelectedMembers<JsonValue> {
  return {
    path: ['every text', ...others].join(' but '),
    readAll(record) {
      if (others.length === 0 || !isJsonObject(record)) return textsIn(record)
      return Object.entries(record).flatMap(([name, member]) => (others.includes(name) ? [] : textsIn(member)))
    },
  }
}

/** Returns every string in a value. */
export function textsIn(value: JsonValue): readonly string[] {
  const texts: string[] = []
  collectTexts(value, 0, texts)
  return texts
}

/** Maximum nesting depth; deeper values are ignored. */
const deepest = 60

function collectTexts(value: JsonValue, depth: number, texts: string[]): void {
  if (depth > deepest) return
  if (typeof value === 'string') {
    texts.push(value)
  } else if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) collectTexts(member, depth + 1, texts)
  }
}
