import { isJsonObject } from '../../values/json/is-json-object.js'

/** Members of evidence that are not parts. */
export const envelope: readonly string[] = [
  'version',
  'initial',
  'without_agent',
  'entities',
  'bound',
  'output',
  'judgements',
  'logged_reads',
  'events',
  'systems',
]

/**
 * Returns the members of states that no part reads, in order of first occurrence: `pharmacy`, and
 * `systems.west.pharmacy` for the system with that key. The verifier does not know their content.
 */
export function unreadMembers(
  parts: readonly { readonly name: string }[],
  ...states: readonly object[]
): readonly string[] {
  const known = new Set([...envelope, ...parts.map(({ name }) => name)])
  const unread = (state: object): readonly string[] =>
    Object.entries(state).flatMap(([name, member]) => (member === undefined || known.has(name) ? [] : [name]))
  const found = states.flatMap((state) => {
    const systems = 'systems' in state && isJsonObject(state.systems) ? Object.entries(state.systems) : []
    const behind = systems.flatMap(([key, own]) =>
      isJsonObject(own) ? unread(own).map((name) => `systems.${key}.${name}`) : [],
    )
    return [...unread(state), ...behind]
  })
  return [...new Set(found)]
}
