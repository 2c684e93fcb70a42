import type { FhirJson, FhirSystem, SearchParameters } from '@carebench/client'
import type { JsonObject, JsonValue } from '@carebench/protocol'
import { memberAt, objectsAt, textAt } from './json-member.js'

/** The FHIR record as a worker uses it; every call is narrated. */
export class Chart {
  readonly #fhir: FhirSystem
  readonly #say: (step: string) => void

  constructor(fhir: FhirSystem, say: (step: string) => void) {
    this.#fhir = fhir
    this.#say = say
  }

  /** The matches of a search, in the order of the response. */
  async search(type: string, parameters: SearchParameters): Promise<readonly JsonObject[]> {
    const found: JsonObject[] = []
    for await (const resource of this.#fhir.searchAll(type, parameters)) found.push(resource)
    const query = Object.entries(parameters).map(([name, value]) => `${name}=${String(value)}`)
    this.#say(`search FHIR: ${type} ${query.join(' ')} → ${found.length} ${found.length === 1 ? 'match' : 'matches'}`)
    return found
  }

  /** The resource that a relative reference names. */
  async read(reference: string): Promise<JsonObject> {
    const [type = '', id = ''] = reference.split('/')
    const resource = await this.#fhir.read(type, id)
    this.#say(`read FHIR: ${reference}`)
    return resource
  }

  /** Updates a resource with some elements changed. */
  async amend(resource: JsonObject, changes: JsonObject): Promise<void> {
    const type = textAt(resource, 'resourceType')
    const id = textAt(resource, 'id')
    await this.#fhir.update({ ...resource, ...changes, resourceType: type, id })
    this.#say(`update FHIR: ${type}/${id} ${Object.keys(changes).join(', ')}`)
  }

  /** Creates a resource; returns it as stored. */
  async add(resource: FhirJson): Promise<JsonObject> {
    const created = await this.#fhir.create(resource)
    this.#say(`create FHIR: ${resource.resourceType} → ${textAt(created, 'id')}`)
    return created
  }
}

/** The relative reference of a resource: `Patient/pat-0001`. */
export function referenceOf(resource: JsonObject): string {
  return `${textAt(resource, 'resourceType')}/${textAt(resource, 'id')}`
}

/** The code of a CodeableConcept in a code system whose URI contains one of the texts. */
function codeIn(concept: JsonValue | undefined, ...systems: readonly string[]): string {
  const coding = objectsAt(concept, 'coding').find((candidate) =>
    systems.some((system) => textAt(candidate, 'system').includes(system)),
  )
  return textAt(coding, 'code')
}

/** CPT or HCPCS code of an order. */
export function procedureOf(order: JsonObject): string {
  return codeIn(order.code, '/cpt', 'HCPCS')
}

/** ICD-10-CM code of a condition. */
export function diagnosisOf(condition: JsonObject): string {
  return codeIn(condition.code, 'icd-10-cm')
}

/** National Provider Identifier of a practitioner. */
export function npiOf(practitioner: JsonObject): string {
  return textAt(
    objectsAt(practitioner, 'identifier').find((identifier) => textAt(identifier, 'system').endsWith('us-npi')),
    'value',
  )
}

/** Title and text of a document. */
export function readDocument(document: JsonObject): { readonly title: string; readonly text: string } {
  const attachment = memberAt(document, 'content', 0, 'attachment')
  const bytes = Uint8Array.from(atob(textAt(attachment, 'data')), (character) => character.charCodeAt(0))
  return { title: textAt(attachment, 'title'), text: new TextDecoder().decode(bytes) }
}

/** The documents whose title contains every word of a document type such as `imaging_report`, latest first. */
export function documentsOfType(documents: readonly JsonObject[], type: string): readonly JsonObject[] {
  const words = type.split('_').map((word) => word.replace(/s$/, ''))
  return documents
    .filter((document) => words.every((word) => readDocument(document).title.toLowerCase().includes(word)))
    .sort((a, b) => textAt(b, 'date').localeCompare(textAt(a, 'date')))
}
