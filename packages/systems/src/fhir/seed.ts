import {
  checkResource,
  FhirError,
  type FhirResource,
  FhirStore,
  handleFhirInSteps,
  rewriteReferences,
} from '@carebench/fhir'
import { finish, type Steps } from '@carebench/protocol'
import { isJsonObject, type JsonValue } from '@carebench/protocol/wire'
import type { SeedDataset, SimulatorContext } from '../simulator.js'
import { generatedRecord } from './model/generated-record.js'
import { fhirContext, newFhirId } from './state.js'

/**
 * Builds the record from the datasets of type `FHIR`, `{bundle}` or `{generator:{seed,patients,now?}}`, oldest ancestor
 * first; of two resources with the same type and id the later one counts. Generated records extend to `now`, by default
 * 2026-01-01T00:00:00Z.
 *
 * A transaction or batch is executed. From any other Bundle the resources are taken unchanged, except that a missing id
 * is generated, a missing `meta.versionId` or `meta.lastUpdated` is set to `1` and the time of the context, and
 * references to the `fullUrl` of an entry become literal. Throws an Error that names the dataset, the entry and the
 * error.
 */
export function seedRecord(datasets: readonly SeedDataset[], context: SimulatorContext): FhirStore {
  return finish(seedRecordInSteps(datasets, context))
}

/** {@link seedRecord} in steps. */
export function* seedRecordInSteps(datasets: readonly SeedDataset[], context: SimulatorContext): Steps<FhirStore> {
  let resources: FhirResource[] = []
  for (const [index, dataset] of datasets.entries()) {
    if (dataset.type !== 'FHIR') continue
    const place = `datasets[${index}].config`
    const generator = isJsonObject(dataset.config) ? dataset.config.generator : undefined
    if (generator !== undefined) {
      for (const resource of yield* generatedBy(generator, `${place}.generator`, context)) resources.push(resource)
      continue
    }
    const bundle = readBundle(dataset.config, place)
    if (bundle.type === 'transaction' || bundle.type === 'batch') {
      resources = yield* carryOut(resources, bundle, `${place}.bundle`, context)
    } else {
      for (const resource of yield* readResources(bundle, `${place}.bundle`, context)) resources.push(resource)
    }
  }
  return yield* FhirStore.fromResourcesInSteps(resources)
}

/**
 * Returns a record extended with more datasets, as {@link seedRecord} would build it from all of them, apart from
 * generated ids. The cost depends only on the new datasets. The given record is not changed. Throws as {@link
 * seedRecord} does.
 */
export function extendRecord(
  record: FhirStore,
  datasets: readonly SeedDataset[],
  context: SimulatorContext,
): FhirStore {
  return finish(extendRecordInSteps(record, datasets, context))
}

/** {@link extendRecord} in steps. */
export function* extendRecordInSteps(
  record: FhirStore,
  datasets: readonly SeedDataset[],
  context: SimulatorContext,
): Steps<FhirStore> {
  let extended = record
  for (const [index, dataset] of datasets.entries()) {
    if (dataset.type !== 'FHIR') continue
    const place = `datasets[${index}].config`
    const generator = isJsonObject(dataset.config) ? dataset.config.generator : undefined
    if (generator !== undefined) {
      extended = yield* extended.extendInSteps(yield* generatedBy(generator, `${place}.generator`, context))
      continue
    }
    const bundle = readBundle(dataset.config, place)
    extended =
      bundle.type === 'transaction' || bundle.type === 'batch'
        ? yield* extendedBy(extended, bundle, `${place}.bundle`, context)
        : yield* extended.extendInSteps(yield* readResources(bundle, `${place}.bundle`, context))
  }
  return extended
}

function* extendedBy(before: FhirStore, bundle: JsonValue, place: string, context: SimulatorContext): Steps<FhirStore> {
  const after = before.fork()
  yield* execute(after, bundle, place, context)
  const differences = [...(after.differencesFrom(before)?.entries() ?? [])]
  const put = differences.flatMap(([, { after: resources }]) => resources)
  const kept = new Set(put.map(({ resourceType, id }) => `${resourceType}/${id}`))
  const removed = differences.flatMap(([resourceType, { before: resources }]) =>
    resources.flatMap(({ id }) =>
      typeof id !== 'string' || kept.has(`${resourceType}/${id}`) ? [] : [{ resourceType, id }],
    ),
  )
  return yield* before.extendInSteps(put, removed)
}

function* generatedBy(generator: JsonValue, place: string, context: SimulatorContext): Steps<readonly FhirResource[]> {
  const { seed, patients, now = '2026-01-01T00:00:00Z' } = isJsonObject(generator) ? generator : {}
  if (typeof seed !== 'number' || typeof patients !== 'number' || typeof now !== 'string') {
    throw new Error(`${place}: expected {"seed":42,"patients":25}, got ${JSON.stringify(generator)}.`)
  }
  try {
    const resources: FhirResource[] = []
    for (const resource of yield* generatedRecord({ seed, patients, now })) {
      resources.push(stamped(resource, context))
      yield
    }
    return resources
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new Error(`${place}: ${error.message}`, { cause: error })
  }
}

/** Returns a resource with the id, version and time that a server assigns, if they are missing. */
function stamped(resource: FhirResource, context: SimulatorContext): FhirResource {
  const { resourceType, id, meta, ...content } = resource
  return {
    resourceType,
    id: id ?? newFhirId(context.random),
    meta: { versionId: '1', lastUpdated: context.at, ...(isJsonObject(meta) ? meta : {}) },
    ...content,
  }
}

function readBundle(config: JsonValue, place: string): { readonly [key: string]: JsonValue } {
  const bundle = isJsonObject(config) ? config.bundle : undefined
  if (isJsonObject(bundle) && bundle.resourceType === 'Bundle') return bundle
  throw new Error(
    `${place}: expected {"bundle":{"resourceType":"Bundle","type":"collection","entry":[{"resource":…}]}} or ` +
      `{"generator":{"seed":42,"patients":25}}, got ${JSON.stringify(config).slice(0, 120)}.`,
  )
}

function* carryOut(
  before: readonly FhirResource[],
  bundle: JsonValue,
  place: string,
  context: SimulatorContext,
): Steps<FhirResource[]> {
  const record = yield* FhirStore.fromResourcesInSteps(before)
  yield* execute(record, bundle, place, context)
  return [...record.resources()].map((stored) => stored.resource)
}

/** Executes a transaction or batch on a record. */
function* execute(record: FhirStore, bundle: JsonValue, place: string, context: SimulatorContext): Steps<void> {
  const request = { method: 'POST', path: '', query: '', headers: {}, body: bundle }
  const response = yield* handleFhirInSteps(record, request, fhirContext(context))
  const failed = response.status >= 400 ? response.body : failedEntry(response.body)
  if (failed !== undefined) throw new Error(`${place}: the record rejected it: ${failed}`)
  for (const effect of response.effects) {
    record.apply(effect)
    yield
  }
}

/** Returns the first entry of a batch response that reports a failure. */
function failedEntry(body: string | null): string | undefined {
  const bundle: JsonValue = JSON.parse(body ?? 'null')
  const entries = isJsonObject(bundle) && Array.isArray(bundle.entry) ? bundle.entry : []
  for (const [index, entry] of entries.entries()) {
    const response = isJsonObject(entry) ? entry.response : undefined
    if (isJsonObject(response) && response.outcome !== undefined) return `entry[${index}] ${JSON.stringify(response)}`
  }
  return undefined
}

function* readResources(
  bundle: { readonly [key: string]: JsonValue },
  place: string,
  context: SimulatorContext,
): Steps<readonly FhirResource[]> {
  const entries = Array.isArray(bundle.entry) ? bundle.entry : []
  const targets = new Map<string, string>()
  const resources: FhirResource[] = []
  for (const [index, entry] of entries.entries()) {
    const where = `${place}.entry[${index}].resource`
    if (!isJsonObject(entry)) throw new Error(`${where}: expected a resource, got ${JSON.stringify(entry)}.`)
    const resource = identified(entry.resource, where, context)
    if (typeof entry.fullUrl === 'string') targets.set(entry.fullUrl, `${resource.resourceType}/${resource.id}`)
    resources.push(resource)
    yield
  }
  const targetOf = (reference: string) => targets.get(reference)
  for (const [index, resource] of resources.entries()) {
    resources[index] = rewriteReferences(resource, targetOf)
    yield
  }
  return resources
}

function identified(value: JsonValue | undefined, where: string, context: SimulatorContext): FhirResource {
  const type = isJsonObject(value) && typeof value.resourceType === 'string' ? value.resourceType : 'Patient'
  try {
    return stamped(checkResource(value, type, { anyUrn: true }), context)
  } catch (error) {
    if (!(error instanceof FhirError)) throw error
    throw new Error(`${where}: ${error.message}`, { cause: error })
  }
}
