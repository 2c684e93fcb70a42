import type { FhirResource, StoredResource } from '../resource/fhir-resource.js'
import { formatEntry, searchModes } from '../resource/record-url.js'

/** A resource with its JSON texts, each made on first use. */
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
    const entry = formatMatchEntry(this)
    const from = entry.length - endOfMatch.length - text.length
    // A slice shares the memory of the whole text, which the engine flattens for it.
    this.#text = entry.slice(from, from + text.length)
    this.#entry = entry
    return entry
  }
}

const endOfMatch = `,${searchModes.match}}`

/** Returns the entry of a resource in a Bundle of search results that match, as JSON text with a comma before it. */
export function formatMatch(stored: StoredResource): string {
  return stored instanceof Stored ? stored.entry : formatMatchEntry(stored)
}

/** Does the same as {@link formatMatch} for an included resource. */
export function formatIncluded(stored: StoredResource): string {
  return `${formatMatch(stored).slice(0, -endOfMatch.length)},${searchModes.include}}`
}

function formatMatchEntry({ resource, text }: StoredResource): string {
  return formatEntry({ ...readKey(resource), resource: text, rest: searchModes.match })
}

/** Returns the type and id for the URL of an entry. */
function readKey({ resourceType, id }: FhirResource) {
  return { resourceType, id: String(id) }
}
