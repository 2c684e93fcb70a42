import type { JsonObject } from '@carebench/protocol'

/** Uses that an identifier in force may have; chart programs write one by themselves. */
const uses = ['official', 'usual', 'secondary']

/** A condition on the use of an identifier. */
export const anyUse: JsonObject = { $any: [{ $exists: false }, { $oneOf: uses }] }

/** A list of identifiers that has this one and no other. What no agent gets right by chance is expected together. */
export function oneIdentifier(system: string, value: string): JsonObject {
  const identifier = { system, value }
  const written = [identifier, ...uses.map((use) => ({ use, ...identifier }))]
  return { $all: [{ $size: 1 }, { $some: { $any: written.map((one) => ({ $eq: one })) } }] }
}
