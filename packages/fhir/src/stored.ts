import type { FhirResource, StoredResource } from './fhir-resource.js'
import { formatEntry, searchModes } from './record-url.js'

/** A resource with its texts, made on first use. */
export class Stored implements StoredResource {
  readonly resource: FhirResource
  readonly created: number
  #text: string | undefined
  #entry: string | undefined

  constructor(resource: FhirResource, created: number) {
    this.resource = resource
    this.created = created
  }

  get text(): string {
    this.#text ??= JSON.stringify(this.resource)
    return this.#text
  }

  get entry(): string {
    return this.#entry ?? this.#makeEntry()
  }

  #makeEntry(): string {
    const { text, resource } = this
    const entry = formatEntry({ ...keyOf(resource), resource: text, rest: searchModes.match })
    const from = entry.length - endOfMatch.length - text.length
    // A slice shares the characters of the whole, and the engine makes one piece of that to slice it.
    this.#text = entry.slice(from, from + text.length)
    this.#entry = entry
    return entry
  }
}

const endOfMatch = `,${searchModes.match}}`

/** The entry of a resource that is included in a Bundle of search results, as `entry` of one that matches. */
export function includedEntry(stored: StoredResource): string {
  return `${stored.entry.slice(0, -endOfMatch.length)},${searchModes.include}}`
}

/** What identifies a resource in the URL of its entry. */
function keyOf({ resourceType, id }: FhirResource) {
  return { resourceType, id: String(id) }
}
