import { checkResource, FhirError, isJsonObject, type JsonValue, type OutcomeIssue } from '@carebench/fhir'
import type { DatasetFault } from '../system.js'

/** More faults are not told: they repeat one mistake. */
const faultLimit = 50

/**
 * The faults of the resources in a dataset `{bundle}` of type `FHIR`, as a write of them would be refused; none for a
 * generator. In a transaction or batch references may be searches, which are resolved when a record is made of it.
 */
export function fhirDatasetFaults(config: JsonValue): readonly DatasetFault[] {
  const bundle = isJsonObject(config) ? config.bundle : undefined
  if (!isJsonObject(bundle)) return []
  const carriedOut = bundle.type === 'transaction' || bundle.type === 'batch'
  const faults: DatasetFault[] = []
  for (const [index, entry] of (Array.isArray(bundle.entry) ? bundle.entry : []).entries()) {
    const place = `/bundle/entry/${index}`
    const resource = isJsonObject(entry) ? entry.resource : undefined
    // Entries that read or delete have none.
    if (resource === undefined && carriedOut) continue
    if (faults.length >= faultLimit) break
    for (const issue of issuesOf(resource, carriedOut)) {
      faults.push({ path: `${place}/resource${pointerOf(issue)}`, message: issue.diagnostics })
    }
  }
  return faults.slice(0, faultLimit)
}

function issuesOf(resource: JsonValue | undefined, conditionalReferences: boolean): readonly OutcomeIssue[] {
  const type = isJsonObject(resource) && typeof resource.resourceType === 'string' ? resource.resourceType : 'Patient'
  try {
    checkResource(resource, type, { conditionalReferences })
    return []
  } catch (error) {
    if (!(error instanceof FhirError)) throw error
    return error.issues
  }
}

/** `Patient.name[0].given` is `/name/0/given`, and `Observation.value.ofType(Quantity)` is `/valueQuantity`. */
function pointerOf({ expression }: OutcomeIssue): string {
  return (expression?.[0] ?? '')
    .replace(/^[A-Z]\w*/, '')
    .replace(/\.ofType\((\w)(\w*)\)/g, (_, first: string, rest: string) => first.toUpperCase() + rest)
    .replace(/[.[]/g, '/')
    .replaceAll(']', '')
}
