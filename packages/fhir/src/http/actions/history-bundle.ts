import { unknownTypeError } from '../../resource/definitions/unknown-type.js'
import { FhirError } from '../../resource/fhir-error.js'
import { type FhirResource, formatReference } from '../../resource/fhir-resource.js'
import { type BundleEntry, formatBundle, formatEntry } from '../../resource/record-url.js'
import { isResourceType } from '../../resource/resource-types.js'
import type { FhirStore } from '../../store/store.js'
import { createBaseVersion } from '../../store/store-layer.js'
import type { ResourceVersion } from '../../store/version-log.js'
import { formatEtag } from '../request/conditions.js'
import type { QueryParameters } from '../request/fhir-url.js'
import { formatStatus } from '../request/http-status.js'
import { pageCharacters, parseCount, parseSince, parseWhole, selectParameters } from '../request/result-parameters.js'
import { type ActionResult, createLinkedResult } from './record-actions.js'
import { linkTo } from './search-bundle.js'

/** Which versions a history has: all, those of one type, or those of one resource. */
export interface HistoryScope {
  readonly resourceType?: string | undefined
  readonly id?: string | undefined
}

/** The parameters of a history. Our paging links use `_before`. */
const historyParameters = ['_count', '_since', '_before']

/**
 * Returns a page of a history as a Bundle, the latest version first. A `next` link has the position at which the page
 * ends, counted from the oldest version, so versions added between requests neither repeat nor hide others. Throws a
 * FhirError (404) if the resource is unknown.
 */
export function historyBundle(
  store: FhirStore,
  { resourceType, id }: HistoryScope,
  query: QueryParameters,
  lenient: boolean,
): ActionResult {
  if (resourceType !== undefined && !isResourceType(resourceType)) throw unknownTypeError(resourceType)
  const parameters = selectParameters(query, historyParameters, 'A history', lenient)
  const count = parseCount(parameters)
  const since = parseSince(parameters)
  const { base, changes } = store.history(resourceType, id)
  const length = base.length + changes.length
  if (id !== undefined && length === 0) throw FhirError.of(404, 'not-found', `There is no ${resourceType}/${id}.`)
  const timeAt = (place: number): number | undefined => (base[place] ?? changes[place - base.length])?.time
  const versionAt = (place: number): ResourceVersion | undefined => {
    const first = base[place]
    return first === undefined ? changes[place - base.length] : createBaseVersion(first)
  }
  const entries: string[] = []
  const returned: FhirResource[] = []
  let characters = 0
  let next: number | undefined
  for (let place = Math.min(parseWhole(parameters, '_before') ?? length, length) - 1; place >= 0; place--) {
    if (!((timeAt(place) ?? since) >= since)) continue
    const version = versionAt(place)
    if (version === undefined || count === 0) break
    const entry = formatVersion(version)
    characters += (entry.resource?.length ?? 0) + entry.rest.length
    if (entries.length === count || (characters > pageCharacters && entries.length > 0)) {
      next = place + 1
      break
    }
    entries.push(formatEntry(entry))
    if (version.method !== 'DELETE') returned.push(version.stored.resource)
  }
  let total = length
  if (since > Number.NEGATIVE_INFINITY) {
    total = 0
    for (let place = 0; place < length; place++) if ((timeAt(place) ?? since) >= since) total++
  }
  const path = [resourceType, id, '_history'].filter((part) => part !== undefined).join('/')
  const links = [linkTo('self', path, parameters)]
  if (next !== undefined) {
    const others = parameters.filter(([name]) => name !== '_before' && name !== '_count')
    links.push(linkTo('next', path, [...others, ['_count', String(count)], ['_before', String(next)]]))
  }
  return createLinkedResult(
    formatBundle('history', total, links, entries),
    [{ type: 'read', resourceType: resourceType ?? null, id: id ?? null }],
    returned,
  )
}

function formatVersion(version: ResourceVersion): BundleEntry {
  const { resourceType, id, method } = version
  const name = formatReference(resourceType, id)
  const request = JSON.stringify({ method, url: method === 'POST' ? resourceType : name })
  const status = method === 'DELETE' ? 204 : version.begins ? 201 : 200
  const response = JSON.stringify({
    status: formatStatus(status),
    etag: formatEtag(version.version),
    ...(Number.isFinite(version.time) ? { lastModified: new Date(version.time).toISOString() } : {}),
  })
  const resource = method === 'DELETE' ? undefined : version.stored.text
  return { resourceType, id, resource, rest: `"request":${request},"response":${response}` }
}
