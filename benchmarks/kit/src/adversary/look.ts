import type { JsonObject, JsonValue } from '@carebench/protocol'
import { resourcesIn } from '../builders/world-values.js'
import type { Resource } from '../clinic/people.js'
import type { Instance } from '../family.js'
import { concernedIn } from '../guards/guard-questions.js'

/**
 * Returns what an agent sees of an instance before it opens a document or calls anybody: the level, the number of
 * look-alikes, the number of records of each kind, and short values of their members other than ids, names and free
 * text.
 */
export function look({ world, level, criteria, card }: Instance): ReadonlySet<string> {
  const own = new Set(concernedIn(criteria))
  const isOwn = (resource: Resource) =>
    resource.resourceType === 'Patient'
      ? own.has(`Patient/${resource.id}`)
      : findReferences(resource).some((reference) => own.has(reference))
  const records = resourcesIn(world).filter(isOwn)
  const features = new Set([`level ${level}`, `${card.vector.lookAlikes} look-alikes`])
  for (const kind of new Set(records.map(readKind))) {
    const alike = records.filter((record) => readKind(record) === kind)
    features.add(`${alike.length} ${kind}`)
    for (const record of alike) collectFeatures(record, kind, features)
  }
  return features
}

/** Returns the kind of a record: `DocumentReference questionnaire`, `Coverage`. */
function readKind({ resourceType, type }: Resource): string {
  const [coding] = ((type as JsonObject | undefined)?.coding ?? []) as readonly JsonObject[]
  return resourceType === 'DocumentReference' ? `${resourceType} ${coding?.code}` : resourceType
}

function findReferences({ subject, beneficiary, patient, for: of }: Resource): readonly string[] {
  return [subject, beneficiary, patient, of].map((one) => String((one as JsonObject | undefined)?.reference))
}

/** Members that carry no information, or that only opening a document shows. */
const unseen = /^(?:id|system|text|display|data|name|given|family|description|value)$/

function collectFeatures(value: JsonValue | undefined, path: string, features: Set<string>): void {
  if (Array.isArray(value)) for (const item of value) collectFeatures(item, path, features)
  else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      if (!unseen.test(name)) collectFeatures(member, `${path}.${name}`, features)
    }
  } else if (value !== undefined && String(value).length < 40) features.add(`${path}=${String(value)}`)
}
