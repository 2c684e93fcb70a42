import { type FhirResource, FhirStore, isResource } from '@carebench/fhir'
import type { JsonObject, JsonValue } from '@carebench/protocol'
import type { EvidenceSource, EvidenceStateSource, FhirView } from '../../evidence/evidence-source.js'
import type { ListPart, Mutation } from './mutation.js'

/**
 * The state with one record changed. Nothing is changed in place, and all other parts and records are the same objects.
 * A FHIR list stays a list, a store becomes a fork of it.
 */
export const mutateState = (state: EvidenceSource, mutation: Mutation): EvidenceSource => {
  const { place } = mutation
  switch (place.part) {
    case 'output': {
      const { output: _, ...rest } = state
      return mutation.change === 'remove' ? rest : { ...rest, output: mutation.record }
    }
    case 'fhir':
      return { ...state, fhir: mutateFhir(state.fhir ?? [], place, mutation) }
    case 'portal': {
      const { portal = {} } = state
      const rows = Object.hasOwn(portal, place.resource) ? portal[place.resource] : undefined
      const changed = mutateList(rows ?? [], place.position, mutation) as readonly JsonObject[]
      return { ...state, portal: { ...portal, [place.resource]: changed } }
    }
    default:
      return { ...state, [place.part]: mutateList(recordsOf(state, place.part), place.position, mutation) }
  }
}

const recordsOf = (state: EvidenceStateSource, part: ListPart): readonly unknown[] => state[part] ?? []

const mutateList = (
  records: readonly unknown[],
  position: number,
  { change, record }: Mutation,
): readonly unknown[] => {
  switch (change) {
    case 'remove':
      return records.toSpliced(position, 1)
    case 'replace':
      return records.with(position, record)
    case 'insert':
      return [...records, record]
  }
}

/** The FHIR part as a store, which forks for the price of its changes. What is no resource, or no record, is left out. */
export const storeOf = (fhir: readonly JsonObject[] | FhirView): FhirStore => {
  if (fhir instanceof FhirStore) return fhir
  if (isList(fhir)) return FhirStore.fromResources(fhir.filter(isResource))
  if (typeof fhir.resources !== 'function') return FhirStore.fromResources([])
  return FhirStore.fromResources([...fhir.resources()].map(({ resource }) => resource))
}

const isList = (fhir: readonly JsonObject[] | FhirView): fhir is readonly JsonObject[] => Array.isArray(fhir)

const mutateFhir = (
  fhir: readonly JsonObject[] | FhirView,
  { type, id }: { readonly type: string; readonly id: string },
  { change, record }: Mutation,
): readonly JsonObject[] | FhirView => {
  const put = change === 'remove' ? undefined : asResource(record)
  if (isList(fhir)) {
    const isMeant = (one: JsonObject): boolean => isResource(one) && one.resourceType === type && one.id === id
    // Of two with the same type and id the later one counts, so all of them go.
    const first = fhir.findIndex(isMeant)
    if (first < 0) return put === undefined ? fhir : [...fhir, put]
    return fhir.flatMap((one, index) => (!isMeant(one) ? [one] : put !== undefined && index === first ? [put] : []))
  }
  const fork = storeOf(fhir).fork()
  if (put !== undefined) fork.apply({ op: 'put', resource: put })
  else fork.apply({ op: 'delete', resourceType: type, id, version: 1, at: '1970-01-01T00:00:00.000Z' })
  return fork
}

const asResource = (record: JsonValue): FhirResource => {
  if (isResource(record)) return record
  throw new TypeError('Expected a mutation of the part "fhir" to hold a resource, an object with a "resourceType".')
}
