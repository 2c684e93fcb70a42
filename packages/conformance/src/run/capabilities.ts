import { requirements } from '../requirements/requirements.js'
import { needs } from '../scenario/scenario.js'

/** The reasons why a server lacks something, by requirement id, by topic, or by need of scenarios. */
export type Gaps = Readonly<Record<string, string>>

/** Thrown for an invalid file of capabilities or baseline. */
export class InvalidFileError extends Error {
  override readonly name = 'InvalidFileError'
}

function readTopic(id: string): string {
  return id.slice(0, id.indexOf('.'))
}

/**
 * Reads a declaration of gaps: `{"gaps": {"fax": "no fax here"}}`. Throws an {@link InvalidFileError} that says what is
 * wrong.
 */
export function parseCapabilities(value: unknown): Gaps {
  const example = 'expected {"gaps": {"fax": "There is no fax here."}}'
  if (typeof value !== 'object' || value === null || !('gaps' in value)) throw new InvalidFileError(example)
  const { gaps } = value
  if (typeof gaps !== 'object' || gaps === null || Array.isArray(gaps)) throw new InvalidFileError(example)
  const known = new Set<string>([...needs, ...requirements.flatMap(({ id }) => [id, readTopic(id)])])
  const entries: [string, string][] = []
  for (const [name, reason] of Object.entries(gaps)) {
    if (!known.has(name)) {
      throw new InvalidFileError(
        `${JSON.stringify(name)} is neither a requirement, nor a topic of requirements, nor one of ${needs.join(', ')}`,
      )
    }
    if (typeof reason !== 'string' || reason === '')
      throw new InvalidFileError(`the gap ${name} needs a reason, a string`)
    entries.push([name, reason])
  }
  return Object.fromEntries(entries)
}

/** Returns the reason why a requirement does not apply to a server; undefined if it applies. */
export function findGap(gaps: Gaps, id: string): string | undefined {
  return gaps[id] ?? gaps[readTopic(id)]
}
