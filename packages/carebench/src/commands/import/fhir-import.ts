import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol/wire'
import { countPart, type ImportReport, newReport } from './import-report.js'

/** One JSON value of a file: a resource, or a Bundle of them. */
export interface ImportedValue {
  /** Its name in reports: the file, with the line for NDJSON. */
  readonly place: string
  readonly value: JsonValue
}

/** A dataset of type FHIR, and the changes made for it. */
export interface ImportedChart {
  readonly config: { readonly bundle: JsonObject }
  readonly report: ImportReport
}

interface Part {
  readonly resource: JsonObject
  readonly type: string
  readonly id: string
}

/**
 * Creates a dataset from resources and Bundles of any type. Each resource keeps a valid id, or else gets one;
 * references by `fullUrl` or by search become literal. If two resources have the same type and id, the later one
 * counts.
 */
export function importChart(values: Iterable<ImportedValue>): ImportedChart {
  const report = newReport()
  const parts = new Map<string, Part>()
  const targets = new Map<string, string>()
  for (const { place, value } of values) {
    for (const { resource, fullUrl } of resourcesIn(value))
      addResource(place, resource, fullUrl, parts, targets, report)
  }
  const identified = new Identified(parts.values())
  const entry: JsonObject[] = []
  for (const part of parts.values()) {
    countPart(report.types, part.type)
    const references = new References(parts, targets, identified, report)
    const resource = references.rewrite({ ...part.resource, id: part.id })
    entry.push(isJsonObject(resource) ? { resource } : {})
  }
  return { config: { bundle: { resourceType: 'Bundle', type: 'collection', entry } }, report }
}

interface Found {
  readonly resource: JsonValue
  readonly fullUrl: string | undefined
}

/** Returns the resources of a value, including those in nested Bundles. */
function* resourcesIn(value: JsonValue, fullUrl?: string): Generator<Found, void> {
  if (!isJsonObject(value) || value.resourceType !== 'Bundle') {
    yield { resource: value, fullUrl }
    return
  }
  for (const one of Array.isArray(value.entry) ? value.entry : []) {
    if (!isJsonObject(one) || one.resource === undefined) continue
    yield* resourcesIn(one.resource, typeof one.fullUrl === 'string' ? one.fullUrl : undefined)
  }
}

function addResource(
  place: string,
  resource: JsonValue,
  fullUrl: string | undefined,
  parts: Map<string, Part>,
  targets: Map<string, string>,
  report: ImportReport,
): void {
  const type = isJsonObject(resource) ? resource.resourceType : undefined
  if (!isJsonObject(resource) || typeof type !== 'string') {
    countPart(report.left, `${place}: expected a resource, with a "resourceType"`)
    return
  }
  if (type === 'OperationOutcome' || type === 'Parameters') {
    countPart(report.left, `${type}: describes a call, not a chart`)
    return
  }
  const earlier = parts.get(targets.get(fullUrl ?? '') ?? '')
  if (earlier !== undefined && JSON.stringify(earlier.resource) === JSON.stringify(resource)) {
    report.repeated++
    return
  }
  const id = chooseId(type, resource.id, fullUrl, parts, report)
  const key = `${type}/${id}`
  const before = parts.get(key)
  if (before !== undefined) {
    if (JSON.stringify(before.resource) === JSON.stringify(resource)) report.repeated++
    else countPart(report.replaced, key)
  }
  parts.set(key, { resource, type, id })
  if (fullUrl !== undefined) targets.set(fullUrl, key)
  if (typeof resource.id === 'string') targets.set(`${type}/${resource.id}`, key)
}

const idPattern = /^[A-Za-z0-9.-]{1,64}$/

/**
 * Returns the id of a resource if it is valid; else the last part of its `fullUrl`, its id with `-` for invalid
 * characters, or its type with a number, whichever is free.
 */
function chooseId(
  type: string,
  id: JsonValue | undefined,
  fullUrl: string | undefined,
  parts: ReadonlyMap<string, Part>,
  report: ImportReport,
): string {
  if (typeof id === 'string' && idPattern.test(id)) return id
  const last = fullUrl === undefined ? '' : (/[^:/]+$/.exec(fullUrl)?.[0] ?? '')
  const plain = typeof id === 'string' ? id.replace(/[^A-Za-z0-9.-]+/g, '-').slice(0, 60) : ''
  report.ids++
  for (const one of [last, plain]) if (idPattern.test(one) && !parts.has(`${type}/${one}`)) return one
  let number = parts.size + 1
  while (parts.has(`${type}/${type.toLowerCase()}-${number}`)) number++
  return `${type.toLowerCase()}-${number}`
}

/** The resources by their business identifiers: `Practitioner http://hl7.org/fhir/sid/us-npi|123`. */
class Identified {
  readonly #keys = new Map<string, Set<string>>()

  constructor(parts: Iterable<Part>) {
    for (const { resource, type, id } of parts) {
      const { identifier } = resource
      for (const one of Array.isArray(identifier) ? identifier : [identifier]) {
        if (!isJsonObject(one) || typeof one.value !== 'string') continue
        const system = typeof one.system === 'string' ? one.system : ''
        for (const token of [`${system}|${one.value}`, one.value])
          this.#add(`${type} ${token.toLowerCase()}`, `${type}/${id}`)
      }
    }
  }

  /** Finds the resource with an identifier; undefined if there is none, or more than one. */
  find(type: string, token: string): string | undefined {
    const keys = this.#keys.get(`${type} ${token.toLowerCase()}`)
    return keys?.size === 1 ? [...keys][0] : undefined
  }

  #add(name: string, key: string): void {
    const keys = this.#keys.get(name) ?? new Set()
    this.#keys.set(name, keys.add(key))
  }
}

/** Rewrites the references of resources. */
class References {
  readonly #parts: ReadonlyMap<string, Part>
  readonly #targets: ReadonlyMap<string, string>
  readonly #identified: Identified
  readonly #report: ImportReport

  constructor(
    parts: ReadonlyMap<string, Part>,
    targets: ReadonlyMap<string, string>,
    identified: Identified,
    report: ImportReport,
  ) {
    this.#parts = parts
    this.#targets = targets
    this.#identified = identified
    this.#report = report
  }

  rewrite(value: JsonValue): JsonValue {
    if (Array.isArray(value)) return value.map((item: JsonValue) => this.rewrite(item))
    if (!isJsonObject(value)) return value
    const members = Object.entries(value).map(([name, member]) => [name, this.rewrite(member)] as const)
    const copy: JsonObject = Object.fromEntries(members)
    return typeof copy.reference === 'string' ? this.#reference(copy, copy.reference) : copy
  }

  #reference(holder: JsonObject, reference: string): JsonObject {
    const target = this.#targets.get(reference)
    if (target !== undefined) {
      if (target !== reference) this.#report.linked++
      return { ...holder, reference: target }
    }
    const search = /^([A-Z][A-Za-z]+)\?(.*)$/s.exec(reference)
    if (search !== null) return this.#search(holder, search[1] ?? '', search[2] ?? '')
    const literal = /^[A-Z][A-Za-z]+\/[A-Za-z0-9.-]{1,64}$/.test(reference)
    if ((literal && !this.#parts.has(reference)) || reference.startsWith('urn:')) {
      countPart(this.#report.missing, reference.split('/', 1)[0]?.slice(0, 60) ?? '')
    }
    return holder
  }

  /**
   * Rewrites a reference by search, `Practitioner?identifier=system|value`: to a literal one, or, without a single
   * match, to one by identifier. A search without an identifier becomes the display text.
   */
  #search(holder: JsonObject, type: string, query: string): JsonObject {
    const { reference: _, ...others } = holder
    const parameters = new URLSearchParams(query)
    const token = parameters.get('identifier')
    const id = parameters.get('_id')
    const isOne = [...parameters].length === 1
    const found = id === null ? this.#identified.find(type, token ?? '') : `${type}/${id}`
    if (isOne && found !== undefined && this.#parts.has(found)) {
      this.#report.searched++
      return { ...holder, reference: found }
    }
    countPart(this.#report.unfound, `${type}?${query}`.slice(0, 100))
    if (token === null) return Object.keys(others).length > 0 ? others : { display: `${type}?${query}` }
    const bar = token.indexOf('|')
    const identifier = bar < 0 ? { value: token } : { system: token.slice(0, bar), value: token.slice(bar + 1) }
    return { type, identifier, ...others }
  }
}
