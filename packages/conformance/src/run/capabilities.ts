import { requirements } from '../requirements/requirements.js'
import { needs } from '../scenario/scenario.js'

/** Why a server does not have something, by what it lacks: an id, the topic of ids, or a need of scenarios. */
export type Gaps = Readonly<Record<string, string>>

/** A file of capabilities or a baseline is not what it should be. */
export class InvalidFile extends Error {
  override readonly name = 'InvalidFile'
}

function topicOf(id: string): string {
  return id.slice(0, id.indexOf('.'))
}

/** Reads a declaration of gaps: `{"gaps": {"fax": "no fax here"}}`. Throws an {@link InvalidFile} that says what is wrong. */
export function parseCapabilities(value: unknown): Gaps {
  const example = 'expected {"gaps": {"fax": "There is no fax here."}}'
  if (typeof value !== 'object' || value === null || !('gaps' in value)) throw new InvalidFile(example)
  const { gaps } = value
  if (typeof gaps !== 'object' || gaps === null || Array.isArray(gaps)) throw new InvalidFile(example)
  const known = new Set<string>([...needs, ...requirements.flatMap(({ id }) => [id, topicOf(id)])])
  const entries: [string, string][] = []
  for (const [name, reason] of Object.entries(gaps)) {
    if (!known.has(name)) {
      throw new InvalidFile(
        `${JSON.stringify(name)} is neither a requirement, nor a topic of requirements, nor one of ${needs.join(', ')}`,
      )
    }
    if (typeof reason !== 'string' || reason === '') throw new InvalidFile(`the gap ${name} needs a reason, a string`)
    entries.push([name, reason])
  }
  return Object.fromEntries(entries)
}

/** The reason for which a requirement does not concern a server; undefined if it does. */
export function gapOf(gaps: Gaps, id: string): string | undefined {
  return gaps[id] ?? gaps[topicOf(id)]
}
