import { type FhirResource, FhirStore, isResource, isResourceType } from '@carebench/fhir'
import type { JsonObject, JsonValue } from '@carebench/protocol'
import {
  type AnyRecordKind,
  changesOfJson,
  type EvidencePart,
  hideValue,
  jsonKind,
  type Leaf,
  type PlacedItem,
  type RecordKind,
  type RecordPlace,
} from '@carebench/verifier'
import { isJsonObject, nameOfType, ownMember } from '@carebench/verifier/kinds'
import { freeName } from '../records/free-name.js'
import { unaskedText } from '../records/unasked-text.js'
import { additionsToResource } from './view/additions-to-resource.js'
import { fhirDifferences, fhirOf } from './view/fhir-of-state.js'
import { type FhirWhole, isFhirView, isResourceList } from './view/fhir-view.js'
import { resourceIdentity } from './view/identity.js'
import { readContent } from './view/resource-content.js'
import { resourceFormat } from './view/resource-format.js'
import { textsOfCommunication } from './view/sent-texts.js'

interface FhirPlace extends RecordPlace {
  readonly type: string
  readonly id: string
}

function toPlace(type: string, id: string): FhirPlace {
  return { part: 'fhir', type, id }
}

/** The FHIR record: resources by type and id. */
export const fhirPart: EvidencePart<FhirWhole, FhirPlace> = {
  name: 'fhir',
  empty: [],
  kinds: [],
  open: {
    placeholder: 'ResourceType',
    example: 'Basic',
    kind: (type) => (isResourceType(type) ? getKind(type) : undefined),
    *names(state) {
      const fhir = fhirOf(state)
      if (fhir?.types !== undefined) yield* fhir.types()
      else for (const { resource } of fhir?.resources() ?? []) yield resource.resourceType
    },
    items(state, type) {
      const found = fhirOf(state)?.resources(type)
      return found && Array.from(found, ({ resource }) => resource)
    },
    differences: fhirDifferences,
  },
  refuse: (value, at) =>
    Array.isArray(value) || isFhirView(value)
      ? undefined
      : `Expected ${at} to be an array of resources, got ${nameOfType(value)}.`,
  indexed: (fhir) => (isFit(fhir) ? getStore(fhir) : fhir),
  *items(fhir) {
    const counts = new Map<string, number>()
    for (const { resource } of getStore(fhir).resources()) {
      const position = next(counts, resource)
      yield new PlacedResource(resource, () => position)
    }
  },
  differing(before, after) {
    if (!(before instanceof FhirStore) || !(after instanceof FhirStore)) return undefined
    const differences = after.differencesFrom(before)
    if (differences === undefined) return undefined
    const all = [...differences.values()]
    return {
      before: placedIn(
        before,
        all.flatMap((own) => own.before),
      ),
      after: placedIn(
        after,
        all.flatMap((own) => own.after),
      ),
      lists: Array.from(differences.keys(), (type) => ({ name: nameCollection(type), count: after.count(type) })),
    }
  },
  shared: (fhir) => (fhir instanceof FhirStore ? fhir.origin : undefined),
  *ids(fhir, type) {
    for (const { resource } of getStore(fhir).resources(type)) if (typeof resource.id === 'string') yield resource.id
  },
  holding: (items) => items,
  // Resources without an id cannot be told apart.
  isAgents: ({ id }) => typeof id === 'string',
  changes: (resource, _, { pool, mayBeWrong }) =>
    changesOfJson(resource, { pool, accepts: (leaf) => !isOfServer(leaf) && mayBeWrong(leaf) }),
  additions: additionsToResource,
  edit(fhir, { place: { type, id }, change, record }) {
    const put = change === 'remove' ? undefined : asResource(record)
    if (isResourceList(fhir)) return editResources(fhir, { type, id }, put)
    const fork = getStore(fhir).fork()
    if (put !== undefined) fork.apply({ op: 'put', resource: put })
    else fork.apply({ op: 'delete', resourceType: type, id, version: 1, at: '1970-01-01T00:00:00.000Z' })
    return fork
  },
  rewritten(resource) {
    const { meta } = resource
    return isJsonObject(meta)
      ? { ...resource, meta: { ...meta, versionId: `${String(meta.versionId ?? 1)}0` } }
      : resource
  },
  // A removed resource is inserted again under its type and id.
  insertion: (place) => place,
  copy({ place: { type, id }, record }, fhir) {
    const other = freeId(`${id}-again`, type, fhir)
    return { place: toPlace(type, other), record: { ...record, id: other } }
  },
  unasked(fhir) {
    const type = 'Basic'
    const id = freeId('unasked-write', type, fhir)
    const record = { resourceType: type, id, code: { text: unaskedText } }
    return { place: toPlace(type, id), name: `fhir ${type}/${id}`, record }
  },
  isNamed: ({ reference }, { type, id }) => reference === `${type}/${id}`,
}

const kinds = new Map<string, AnyRecordKind>()

/** Returns the kind of the resources of a type; cached, because it is needed for every resource of a large record. */
function getKind(type: string): AnyRecordKind {
  let kind = kinds.get(type)
  if (kind === undefined) {
    kind = hideValue(resourceKind(type))
    kinds.set(type, kind)
  }
  return kind
}

function resourceKind(type: string): RecordKind {
  return jsonKind({
    collection: `fhir.${type}`,
    noun: `${type} resources`,
    format: resourceFormat,
    madeBy: 'agent',
    content: (_, resource) => readContent(resource),
    systemMembers: ['resourceType', 'id'],
    name: (resource) => writeReference(type, resource),
    identify: (resource) => ({ reference: writeReference(type, resource) }),
    key: (resource) => (ownMember(resource, 'id') === undefined ? undefined : writeReference(type, resource)),
    identifies: resourceIdentity(type),
    ...(type === 'Communication' && { sentTexts: textsOfCommunication }),
    example: (text) => ({ resourceType: type, id: 'example', language: text }),
  })
}

function writeReference(type: string, resource: JsonValue): string {
  return `${type}/${String(ownMember(resource, 'id') ?? '(no id)')}`
}

class PlacedResource implements PlacedItem<FhirPlace> {
  readonly value: FhirResource
  readonly key: string | undefined
  readonly #position: () => number

  constructor(value: FhirResource, position: () => number) {
    this.value = value
    this.#position = position
    this.key = typeof value.id === 'string' ? `${value.resourceType}/${value.id}` : undefined
  }

  get position(): number {
    return this.#position()
  }

  get content(): JsonObject {
    return readContent(this.value)
  }

  get place(): FhirPlace {
    return toPlace(this.value.resourceType, String(this.value.id))
  }

  get list(): string {
    return nameCollection(this.value.resourceType)
  }

  get name(): string {
    return `fhir ${this.value.resourceType}/${String(this.value.id)}`
  }

  get title(): undefined {
    return undefined
  }
}

function nameCollection(type: string): string {
  return `fhir.${type}`
}

/** Returns resources of a store as items, in the order of the store. */
function placedIn(store: FhirStore, resources: readonly FhirResource[]): readonly PlacedItem[] {
  return resources
    .map((resource) => ({ resource, created: createdIn(store, resource) }))
    .sort((one, other) => one.created - other.created)
    .map(
      ({ resource, created }) => new PlacedResource(resource, () => positionIn(store, resource.resourceType, created)),
    )
}

function createdIn(store: FhirStore, { resourceType, id }: FhirResource): number {
  return store.read(resourceType, String(id))?.created ?? Number.POSITIVE_INFINITY
}

function positionIn(store: FhirStore, type: string, created: number): number {
  let position = 0
  for (const stored of store.resources(type)) {
    if (stored.created >= created) break
    position++
  }
  return position
}

/** Counts a resource, and returns its position among those of its type. */
function next(counts: Map<string, number>, { resourceType }: FhirResource): number {
  const position = counts.get(resourceType) ?? 0
  counts.set(resourceType, position + 1)
  return position
}

/**
 * Returns the FHIR part as a store, which can be forked at a cost proportional to its changes. List elements that are
 * not resources are omitted.
 */
function getStore(fhir: FhirWhole): FhirStore {
  if (fhir instanceof FhirStore) return fhir
  if (isResourceList(fhir)) return FhirStore.fromResources(fhir.filter(isResource))
  return FhirStore.fromResources(Array.from(fhir.resources(), ({ resource }) => resource))
}

/** Whether the part converts to a store without loss; checks reject any other value. */
function isFit(fhir: FhirWhole): boolean {
  return isResourceList(fhir) ? fhir.every(isResource) : 'resources' in fhir
}

function freeId(id: string, type: string, fhir: FhirWhole): string {
  const store = getStore(fhir)
  return freeName(id, (name) => store.read(type, name) !== undefined)
}

function editResources(
  fhir: readonly JsonObject[],
  { type, id }: { readonly type: string; readonly id: string },
  put: FhirResource | undefined,
): readonly JsonObject[] {
  const isMeant = (resource: JsonObject): boolean =>
    isResource(resource) && resource.resourceType === type && resource.id === id
  // Of resources with the same type and id the last counts, so all of them are removed.
  const first = fhir.findIndex(isMeant)
  if (first < 0) return put === undefined ? fhir : [...fhir, put]
  return fhir.flatMap((resource, index) =>
    !isMeant(resource) ? [resource] : put !== undefined && index === first ? [put] : [],
  )
}

function asResource(record: JsonValue): FhirResource {
  if (isResource(record)) return record
  throw new TypeError('Expected a mutation of the part "fhir" to hold a resource, an object with a "resourceType".')
}

/** Whether a leaf is in a member that the server maintains, or in the narrative. */
function isOfServer({ steps: [first, ...rest] }: Leaf): boolean {
  return first === 'meta' || first === 'text' || (first === 'id' && rest.length === 0)
}

/** The parts of the evidence that the FHIR server provides. */
export const fhirRecords: readonly EvidencePart[] = [fhirPart]
