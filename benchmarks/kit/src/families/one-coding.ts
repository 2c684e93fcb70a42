import type { JsonObject } from '@carebench/protocol'

/** A list of codings that has this one and no other; it may have a display. Two codings say two things, one of them wrong. */
export function oneCoding(system: string, code: string): JsonObject {
  return { $all: [{ $size: 1 }, { $some: { $code: { system, code } } }] }
}

/** All that the one coding of a list may have. A version or an extension is free text. */
export function codingMembers(list: string): readonly string[] {
  return ['system', 'code', 'display'].map((member) => `${list}[0].${member}`)
}
