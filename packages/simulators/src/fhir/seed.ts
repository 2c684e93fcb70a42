import {
  checkResource,
  FhirError,
  type FhirResource,
  FhirStore,
  handleFhir,
  isJsonObject,
  type JsonValue,
  rewriteReferences,
} from '@carebench/fhir'
import type { SeedDataset, SimulatorContext } from '../simulator.js'
import { type FhirState, fhirContext, newFhirId } from './state.js'

/**
 * Builds the record of the datasets of type `FHIR`, `{bundle}`, oldest ancestor first; of two resources
 * with one type and id the later counts.
 *
 * A transaction or batch is carried out. From any other Bundle the resources are taken as they are: what has no id gets
 * one, what has no `meta.versionId` or `meta.lastUpdated` gets `1` and the time of the context, and references to the
 * `fullUrl` of an entry become literal. Throws an Error that names the dataset, the entry and the fault.
 */
export function seedRecord(datasets: readonly SeedDataset[], context: SimulatorContext): FhirState {
  let resources: FhirResource[] = []
  for (const [index, dataset] of datasets.entries()) {
    if (dataset.type !== 'FHIR') continue
    const place = `datasets[${index}].config`
    const bundle = bundleOf(dataset.config, place)
    if (bundle.type === 'transaction' || bundle.type === 'batch') {
      resources = carryOut(resources, bundle, `${place}.bundle`, context)
    } else {
      for (const resource of resourcesOf(bundle, `${place}.bundle`, context)) resources.push(resource)
    }
  }
  return FhirStore.fromResources(resources)
}

function bundleOf(config: JsonValue, place: string): { readonly [key: string]: JsonValue } {
  const bundle = isJsonObject(config) ? config.bundle : undefined
  if (isJsonObject(bundle) && bundle.resourceType === 'Bundle') return bundle
  throw new Error(
    `${place}: expected {"bundle":{"resourceType":"Bundle","type":"collection","entry":[{"resource":…}]}}, got ${JSON.stringify(config).slice(0, 120)}.`,
  )
}

function carryOut(
  before: readonly FhirResource[],
  bundle: JsonValue,
  place: string,
  context: SimulatorContext,
): FhirResource[] {
  const record = FhirStore.fromResources(before)
  const request = { method: 'POST', path: '', query: '', headers: {}, body: bundle }
  const response = handleFhir(record, request, fhirContext(context))
  const failed = response.status >= 400 ? response.body : failedEntry(response.body)
  if (failed !== undefined) throw new Error(`${place}: the record refuses it: ${failed}`)
  for (const effect of response.effects) record.apply(effect)
  return [...record.resources()].map((stored) => stored.resource)
}

/** The first entry of a batch's answer that tells of a failure. */
function failedEntry(body: string | null): string | undefined {
  const bundle: JsonValue = JSON.parse(body ?? 'null')
  const entries = isJsonObject(bundle) && Array.isArray(bundle.entry) ? bundle.entry : []
  for (const [index, entry] of entries.entries()) {
    const response = isJsonObject(entry) ? entry.response : undefined
    if (isJsonObject(response) && response.outcome !== undefined) return `entry[${index}] ${JSON.stringify(response)}`
  }
  return undefined
}

function resourcesOf(
  bundle: { readonly [key: string]: JsonValue },
  place: string,
  context: SimulatorContext,
): readonly FhirResource[] {
  const entries = Array.isArray(bundle.entry) ? bundle.entry : []
  const targets = new Map<string, string>()
  const resources = entries.map((entry, index) => {
    const where = `${place}.entry[${index}].resource`
    if (!isJsonObject(entry)) throw new Error(`${where}: expected a resource, got ${JSON.stringify(entry)}.`)
    const resource = identified(entry.resource, where, context)
    if (typeof entry.fullUrl === 'string') targets.set(entry.fullUrl, `${resource.resourceType}/${resource.id}`)
    return resource
  })
  return resources.map((resource) => rewriteReferences(resource, (reference) => targets.get(reference)))
}

function identified(value: JsonValue | undefined, where: string, context: SimulatorContext): FhirResource {
  const type = isJsonObject(value) && typeof value.resourceType === 'string' ? value.resourceType : 'Patient'
  try {
    const { resourceType, id, meta, ...content } = checkResource(value, type)
    return {
      resourceType,
      id: id ?? newFhirId(context.random),
      meta: { versionId: '1', lastUpdated: context.at, ...(isJsonObject(meta) ? meta : {}) },
      ...content,
    }
  } catch (error) {
    if (!(error instanceof FhirError)) throw error
    throw new Error(`${where}: ${error.message}`, { cause: error })
  }
}
