import { finish, type JsonObject, type Steps } from '@carebench/protocol/wire'
import type { FhirResource } from '../resource/fhir-resource.js'
import type { LinkedText } from '../resource/record-url.js'
import { resourceTypes } from '../resource/resource-types.js'
import { listSearchParameters } from '../search/parameters/search-parameters.js'
import type { FhirContext } from './fhir-context.js'
import { fhirJson, jsonPatch } from './request/media-type.js'
import { listTypeOperations } from './request/operations.js'

const typeInteractions = [
  'read',
  'vread',
  'update',
  'patch',
  'delete',
  'history-instance',
  'history-type',
  'create',
  'search-type',
]

/**
 * Returns the CapabilityStatement as JSON text, with the URL of the record and the context's description of security.
 * The first call describes every type in steps.
 */
export function* formatCapabilities({
  now,
  security,
  validate = true,
  enforceReferences = false,
}: FhirContext): Steps<LinkedText> {
  const statement = JSON.stringify(createStatement([], now, security, validate))
  const types = statement.lastIndexOf(noTypes)
  const head = `${statement.slice(0, types)}"resource":${yield* formatTypes(enforceReferences)}`
  const tail = statement.slice(types + noTypes.length, -1)
  const before = `${head}${tail},"implementation":{"description":${description},"url":"`
  return { text: `${before}"}}`, relativeUrls: [before.length] }
}

const noTypes = '"resource":[]'

const description = JSON.stringify('A simulated health record with synthetic data')

/** The documentation of validation for clients that write. */
const validation =
  'What is written is validated against FHIR R4 (structure, cardinality, data types, required bindings, targets of ' +
  'references, common invariants) and rejected with 422 and an OperationOutcome if it breaks a rule; $validate ' +
  'reports the same issues without writing. Profiles are not checked.'

/**
 * Returns the CapabilityStatement without `implementation`: exactly what is supported, for each resource type. `date`
 * is RFC 3339.
 */
export function createCapabilityStatement(
  date: string,
  security?: JsonObject,
  validate = true,
  enforceReferences = false,
): FhirResource {
  return createStatement(finish(describeTypes(enforceReferences)), date, security, validate)
}

function createStatement(
  resource: readonly JsonObject[],
  date: string,
  security: JsonObject | undefined,
  validate: boolean,
): FhirResource {
  return {
    resourceType: 'CapabilityStatement',
    status: 'active',
    date,
    kind: 'instance',
    software: { name: 'FHIR R4 server' },
    fhirVersion: '4.0.1',
    format: ['json', fhirJson],
    patchFormat: [jsonPatch],
    rest: [
      {
        mode: 'server',
        documentation: validate ? validation : 'What is written is not validated.',
        ...(security === undefined ? {} : { security }),
        interaction: ['transaction', 'batch', 'search-system', 'history-system'].map((code) => ({ code })),
        resource,
        searchParam: [{ name: '_type', type: 'token' }, ...sharedParameters],
        compartment: ['http://hl7.org/fhir/CompartmentDefinition/patient'],
      },
    ],
  }
}

/** The search parameters common to all types, and so to searches of the whole record. */
const sharedParameters = [
  { name: '_id', type: 'token' },
  { name: '_lastUpdated', type: 'date' },
  { name: '_profile', type: 'uri' },
  { name: '_security', type: 'token' },
  { name: '_source', type: 'uri' },
  { name: '_tag', type: 'token' },
]

const texts = new Map<boolean, string>()

/** Returns the descriptions of all types: 300 KB, cached because they are the same for every record. */
function* formatTypes(enforceReferences: boolean): Steps<string> {
  const present = texts.get(enforceReferences)
  if (present !== undefined) return present
  const text = JSON.stringify(yield* describeTypes(enforceReferences))
  texts.set(enforceReferences, text)
  return text
}

function* describeTypes(enforceReferences: boolean): Steps<readonly JsonObject[]> {
  const enforced = enforceReferences && { referencePolicy: ['literal', 'logical', 'enforced'] }
  const reverseIncludes = yield* listReverseIncludes()
  const types: JsonObject[] = []
  for (const type of resourceTypes) {
    yield
    types.push({ ...describeType(type, reverseIncludes.get(type) ?? []), ...enforced })
  }
  return types
}

/** References by canonical URL, which cannot be resolved to a resource by type and id. */
const canonicals: ReadonlySet<string> = new Set([
  'composed-of',
  'depends-on',
  'derived-from',
  'instantiates-canonical',
  'predecessor',
  'source-uri',
  'successor',
  'target-uri',
])

/**
 * Returns the references to each type, in the syntax of `_revinclude`. Reads the search parameters of all types once:
 * reading them again for each type takes 50 milliseconds.
 */
function* listReverseIncludes(): Steps<ReadonlyMap<string, readonly string[]>> {
  const byTarget = new Map<string, string[]>(resourceTypes.map((type) => [type, []]))
  for (const source of resourceTypes) {
    yield
    for (const { kind, code, targets } of listSearchParameters(source)) {
      if (kind !== 'reference') continue
      const all = targets.length > 0 ? new Set(targets) : canonicals.has(code) ? [] : resourceTypes
      for (const target of all) byTarget.get(target)?.push(`${source}:${code}`)
    }
  }
  return byTarget
}

function describeType(type: string, reverseIncludes: readonly string[]): JsonObject {
  const parameters = listSearchParameters(type)
  const includes = parameters.filter(({ kind }) => kind === 'reference').map(({ code }) => `${type}:${code}`)
  return {
    type,
    interaction: typeInteractions.map((code) => ({ code })),
    versioning: 'versioned-update',
    readHistory: true,
    updateCreate: true,
    conditionalCreate: true,
    conditionalRead: 'full-support',
    conditionalUpdate: true,
    conditionalDelete: 'single',
    referencePolicy: ['literal', 'logical'],
    operation: listTypeOperations(type).map(({ name, definition }) => ({ name, definition })),
    ...(includes.length === 0 ? {} : { searchInclude: includes }),
    searchRevInclude: [...reverseIncludes],
    searchParam: [
      { name: '_id', type: 'token' },
      ...parameters.map((parameter) => ({ name: parameter.code, type: parameter.kind })),
    ],
  }
}
