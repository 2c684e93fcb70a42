import { checkResource, FhirError, type OutcomeIssue } from '@carebench/fhir'
import { finish, type Steps } from '@carebench/protocol'
import { isJsonObject, type JsonValue } from '@carebench/protocol/wire'
import type { DatasetFinding } from '../system.js'

/** The maximum number of reported findings, because further ones usually repeat one mistake. */
const findingLimit = 50

/**
 * Returns the errors of the resources in a dataset `{bundle}` of type `FHIR`, as a write would report them; none for a
 * generator. In a transaction or batch, references may be searches or URNs of entries, which are resolved when a record
 * is built.
 */
export function fhirDatasetFindings(config: JsonValue): readonly DatasetFinding[] {
  return finish(fhirDatasetFindingsInSteps(config))
}

/** {@link fhirDatasetFindings} in steps. */
export function* fhirDatasetFindingsInSteps(config: JsonValue): Steps<readonly DatasetFinding[]> {
  const bundle = isJsonObject(config) ? config.bundle : undefined
  if (!isJsonObject(bundle)) return []
  const carriedOut = bundle.type === 'transaction' || bundle.type === 'batch'
  const findings: DatasetFinding[] = []
  for (const [index, entry] of (Array.isArray(bundle.entry) ? bundle.entry : []).entries()) {
    const place = `/bundle/entry/${index}`
    const resource = isJsonObject(entry) ? entry.resource : undefined
    // Entries that read or delete have no resource.
    if (resource === undefined && carriedOut) continue
    if (findings.length >= findingLimit) break
    findings.push(...resourceFindings(resource, `${place}/resource`, carriedOut))
    yield
  }
  return findings.slice(0, findingLimit)
}

/** Returns the errors of one resource, as a write would report them. `place` is its JSON Pointer. */
export function resourceFindings(
  resource: JsonValue | undefined,
  place: string,
  conditionalReferences = false,
): readonly DatasetFinding[] {
  return findIssues(resource, conditionalReferences).map((issue) => ({
    path: place + toPointer(issue),
    message: issue.diagnostics,
  }))
}

function findIssues(resource: JsonValue | undefined, conditionalReferences: boolean): readonly OutcomeIssue[] {
  const type = isJsonObject(resource) && typeof resource.resourceType === 'string' ? resource.resourceType : 'Patient'
  try {
    checkResource(resource, type, { conditionalReferences, anyUrn: true })
    return []
  } catch (error) {
    if (!(error instanceof FhirError)) throw error
    return error.issues
  }
}

/** Maps `Patient.name[0].given` to `/name/0/given`, and `Observation.value.ofType(Quantity)` to `/valueQuantity`. */
function toPointer({ expression }: OutcomeIssue): string {
  return (expression?.[0] ?? '')
    .replace(/^[A-Z]\w*/, '')
    .replace(/\.ofType\((\w)(\w*)\)/g, (_, first: string, rest: string) => first.toUpperCase() + rest)
    .replace(/[.[]/g, '/')
    .replaceAll(']', '')
}
