import type { JsonValue } from '@carebench/protocol'
import { Type } from 'typebox'
import type { People } from '../../evidence/people/people.js'
import type { PreparedEvidence } from '../../evidence/prepared-evidence.js'
import { type Findings, pointerTo } from '../../values/finding.js'
import { isJsonObject } from '../../values/json/is-json-object.js'
import type { CheckContext } from '../check.js'

/** The people whom the records of an entry of `allow` may be about. */
export const aboutSchema = Type.Union([Type.Literal('anyone'), Type.Array(Type.String({ minLength: 1 }))], {
  description:
    'The people whom sent records may identify: references ("Patient/p1") or identifiers such as a member id; ' +
    '"anyone" for no limit. Default: those whom "where" or the entity of the criterion names; if it names nobody, ' +
    'no limit.',
})

/** `about` as it is written. */
export type WrittenAbout = 'anyone' | readonly string[]

/**
 * Reports the keyword for everybody, or for the entity, in a list of people, where it would be read as a person's name.
 */
export function refuseWordInList(about: unknown, word: 'anyone' | 'entity', at: string, findings: Findings): void {
  if (!Array.isArray(about) || !about.includes(word)) return
  findings.add(
    pointerTo(at, about.indexOf(word)),
    `expected a person, such as "Patient/p1"; found "${word}", which must not be in a list: write "about": ` +
      `"${word}"`,
  )
}

/** Returns the people whom an entry allows to identify; undefined if it allows anybody. */
export function allowedPeople(
  { about, where = {} }: { readonly about?: WrittenAbout; readonly where?: Readonly<Record<string, unknown>> },
  people: () => People,
  evidence: PreparedEvidence,
  context: CheckContext,
): ReadonlySet<string> | undefined {
  if (about === 'anyone') return undefined
  const texts = about ?? [...textsIn(where as JsonValue), ...entityTexts(evidence, context)]
  const allowed = new Set(texts.flatMap((text) => [...people().named(text)]))
  return about === undefined && allowed.size === 0 ? undefined : allowed
}

function entityTexts(evidence: PreparedEvidence, { input_entity_id: id }: CheckContext): readonly string[] {
  return (id === null ? evidence.bound : [id]).flatMap((one) => [...textsIn(evidence.entity(one))])
}

/** Yields the texts in a value, apart from those that must not occur. */
function* textsIn(value: JsonValue | undefined): Iterable<string> {
  const pending: (JsonValue | undefined)[] = [value]
  for (let one = pending.pop(); pending.length > 0 || one !== undefined; one = pending.pop()) {
    if (typeof one === 'string') yield one
    else if (Array.isArray(one)) pending.push(...(one as readonly JsonValue[]))
    else if (isJsonObject(one))
      for (const [key, member] of Object.entries(one)) if (key !== '$not') pending.push(member)
  }
}
