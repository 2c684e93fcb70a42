import { bytesFromBase64, isJsonObject, type JsonValue, type Steps } from '@carebench/protocol/wire'
import { describe } from '../../resource/describe.js'
import { FhirError } from '../../resource/fhir-error.js'
import { parseJsonText } from '../../resource/json-text.js'
import { isSteps } from '../../resource/work.js'
import type { FhirStore } from '../../store/store.js'
import type { ActionResult } from '../actions/record-actions.js'
import type { WriteContext } from '../actions/reference-integrity.js'
import { jsonPatch, parseMediaType } from '../request/media-type.js'
import { operations } from '../request/operations.js'
import { route } from '../route.js'
import type { BundleEntry } from './bundle-entry.js'

/** Runs one entry of a batch or transaction. Throws a FhirError if it is rejected. */
export function* runEntry(
  store: FhirStore,
  entry: BundleEntry,
  context: WriteContext,
  lenient: boolean,
  rights?: string,
): Steps<ActionResult> {
  const { method, url, path, query, conditions, ifNoneExist, newId, resource } = entry
  const operation = path.find((part) => part.startsWith('$'))
  const isSearch = operation === undefined || operations.some((one) => one.isSearch && `$${one.name}` === operation)
  const isReading = method === 'GET' || method === 'HEAD'
  if (!isSearch || path[1] === '_search' || (!isReading && (operation !== undefined || path.length === 0))) {
    throw FhirError.of(405, 'not-supported', `${method} ${url} is not supported in a Bundle. Send it by itself.`)
  }
  const noForm = (): never => {
    throw FhirError.of(405, 'not-supported', `${method} ${url} is not supported in a Bundle.`)
  }
  const body = () => resource
  const patch = () => readPatch(resource)
  const work = route(
    store,
    { method, path, query, conditions, ifNoneExist, lenient, rights, newId, body, form: noForm, patch },
    context,
  )
  return isSteps(work) ? yield* work : work
}

/** Returns the JSON Patch in the Binary of an entry. */
function readPatch(resource: JsonValue | undefined): JsonValue {
  const { contentType, data } = isJsonObject(resource) && resource.resourceType === 'Binary' ? resource : {}
  if (typeof contentType !== 'string' || parseMediaType(contentType) !== jsonPatch || typeof data !== 'string') {
    throw FhirError.of(
      400,
      'structure',
      `Expected a JSON Patch as {"resourceType":"Binary","contentType":"${jsonPatch}","data":"(base64)"}, got ` +
        `${describe(resource)}.`,
    )
  }
  return parseJsonText(decodeText(data))
}

function decodeText(base64: string): string {
  try {
    const bytes = bytesFromBase64(base64)
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw FhirError.of(400, 'value', 'Expected UTF-8 text in base64 as the data of the patch.', 'Binary.data')
  }
}
