import type { FhirResource, StoredResource } from '../resource/fhir-resource.js'
import { formatEntry, searchModes } from '../resource/record-url.js'

/** A resource with its texts, each made on first use. */
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

  /** The entry of a Bundle of search results that match, as JSON text with a comma before it. */
  get entry(): string {
    return this.#entry ?? this.#makeEntry()
  }

  #makeEntry(): string {
    const { text } = this
    const entry = matchEntry(this)
    const from = entry.length - endOfMatch.length - text.length
    // A slice shares the characters of the whole, and the engine makes one piece of that to slice it.
    this.#text = entry.slice(from, from + text.length)
    this.#entry = entry
    return entry
  }
}

const endOfMatch = `,${searchModes.match}}`

/** The entry of a resource in a Bundle of search results that match, as JSON text with a comma before it. */
export function entryOf(stored: StoredResource): string {
  return stored instanceof Stored ? stored.entry : matchEntry(stored)
}

/** {@link entryOf} of a resource that does not match, but is included. */
export function includedEntry(stored: StoredResource): string {
  return `${entryOf(stored).slice(0, -endOfMatch.length)},${searchModes.include}}`
}

function matchEntry({ resource, text }: StoredResource): string {
  return formatEntry({ ...keyOf(resource), resource: text, rest: searchModes.match })
}

/** What identifies a resource in the URL of its entry. */
function keyOf({ resourceType, id }: FhirResource) {
  return { resourceType, id: String(id) }
}
