import { isJsonObject, type JsonObject, type JsonValue, type Steps } from '@carebench/protocol/wire'
import { listCodings, listCodingsByUrl, type SetCoding } from '../../resource/definitions/value-set.js'
import { FhirError } from '../../resource/fhir-error.js'
import type { FhirResource } from '../../resource/fhir-resource.js'
import { splitEscaped, unescapeValue } from '../../search/parameters/search-value.js'
import { compileSearch } from '../../search/resource-search.js'
import { foldText } from '../../search/values/fold-text.js'
import { foldCode, isCaseSensitive } from '../../search/values/token-terms.js'
import type { FhirStore } from '../../store/store.js'
import type { QueryParameters } from '../request/fhir-url.js'
import { readParameters } from '../request/operation-parameters.js'
import { invalidError, lastValue, parseWhole, selectParameters } from '../request/result-parameters.js'
import { type ActionResult, createReadResult, requireResource } from './record-actions.js'

/** A call of an operation on a value set that is stored, named by its URL, or in the body. */
export interface ValueSetCall {
  readonly id: string | undefined
  readonly query: QueryParameters
  readonly body: JsonValue | undefined
  readonly lenient: boolean
}

interface NamedSet {
  /** The resource without the members that the operation replaces; only the URL for a value set that R4 defines. */
  readonly head: JsonObject
  readonly codings: readonly SetCoding[]
  readonly parameters: QueryParameters
  readonly events: ActionResult['events']
}

const shared = ['url', 'valueSet', 'valueSetVersion']
const expandParameters = [...shared, 'filter', 'offset', 'count', 'activeOnly', 'includeDesignations', 'excludeNested']
const validateParameters = [...shared, 'code', 'system', 'display', 'coding', 'codeableConcept', 'inferSystem']

/**
 * Runs `ValueSet/$expand`: returns the value set with at most `count` of the codes that contain `filter` in code or
 * display, from `offset` on. Throws a FhirError: 404 for an unknown value set, 422 if it does not list its codes.
 */
export function* expandValueSet(store: FhirStore, call: ValueSetCall, now: string): Steps<ActionResult> {
  const { head, codings, parameters, events } = yield* readSet(store, call, expandParameters, '$expand')
  const filter = lastValue(parameters, 'filter')?.toLowerCase() ?? ''
  const offset = parseWhole(parameters, 'offset') ?? 0
  const count = parseWhole(parameters, 'count') ?? codings.length
  const isSelected = ({ code, display = '' }: SetCoding): boolean => {
    return code.toLowerCase().includes(filter) || display.toLowerCase().includes(filter)
  }
  const selected = filter === '' ? codings : codings.filter(isSelected)
  const contains = selected.slice(offset, offset + count)
  const expansion = {
    timestamp: now,
    total: selected.length,
    ...(offset > 0 && { offset }),
    ...(contains.length > 0 && { contains }),
  }
  return createReadResult(JSON.stringify({ resourceType: 'ValueSet', status: 'active', ...head, expansion }), events)
}

/**
 * Runs `ValueSet/$validate-code`: returns whether a code, a Coding or a coding of a CodeableConcept is in a value set.
 * Throws a FhirError as {@link expandValueSet} does, and 400 without a code.
 */
export function* validateCode(store: FhirStore, call: ValueSetCall): Steps<ActionResult> {
  const { codings, parameters, events } = yield* readSet(store, call, validateParameters, '$validate-code')
  const display = lastValue(parameters, 'display')
  const requested = readCodes(parameters)
  const isRequested = createCodeTest(requested)
  const found = codings.find(isRequested)
  const isNamed = display === undefined || found?.display === undefined || foldText(found.display) === foldText(display)
  const message =
    found === undefined
      ? 'The value set does not have this code.'
      : `Expected the display ${JSON.stringify(found.display ?? '')}.`
  const parameter = [
    { name: 'result', valueBoolean: found !== undefined && isNamed },
    ...(found !== undefined && isNamed ? [] : [{ name: 'message', valueString: message }]),
    ...(found?.display === undefined ? [] : [{ name: 'display', valueString: found.display }]),
  ]
  return createReadResult(JSON.stringify({ resourceType: 'Parameters', parameter }), events)
}

interface RequestedCode {
  readonly system: string | undefined
  readonly code: string
}

function readCodes(parameters: QueryParameters): readonly RequestedCode[] {
  const code = lastValue(parameters, 'code')
  if (code !== undefined) return [{ system: lastValue(parameters, 'system'), code }]
  const tokens = lastValue(parameters, 'coding') ?? lastValue(parameters, 'codeableConcept')
  if (tokens === undefined)
    throw invalidError('code', 'a code, with its "system", or a "coding" or "codeableConcept"', '')
  return splitEscaped(tokens, ',').map((token) => {
    const [first = '', second] = splitEscaped(token, '|').map(unescapeValue)
    return second === undefined ? { system: undefined, code: first } : { system: first, code: second }
  })
}

/** Returns a test of whether a coding is one of the requested codes. */
function createCodeTest(requested: readonly RequestedCode[]): (coding: SetCoding) => boolean {
  const keys = new Set(
    requested.flatMap(({ system, code }) => [createKey(system, code), createKey(system, foldCode(code), 'i')]),
  )
  return ({ system, code }) => {
    const [written, how] = isCaseSensitive(system) ? [code] : [foldCode(code), 'i']
    return keys.has(createKey(undefined, written, how)) || keys.has(createKey(system, written, how))
  }
}

function createKey(system: string | undefined, code: string, how = ''): string {
  return `${how}${system === undefined ? '' : `${system.length}|${system}`}|${code}`
}

function* readSet(
  store: FhirStore,
  { id, query, body, lenient }: ValueSetCall,
  names: readonly string[],
  what: string,
): Steps<NamedSet> {
  const sent = splitBody(body)
  const parameters = selectParameters([...query, ...readParameters(sent.rest)], names, what, lenient)
  const prepared = store.prepare(compileSearch('ValueSet', [['url', 'x']]))
  if (prepared !== undefined) yield* prepared
  const find = (url: string): FhirResource | undefined => findStored(store, url)
  if (id !== undefined) {
    const { resource } = requireResource(store, 'ValueSet', id)
    return { ...readValueSet(resource, find), parameters, events: [{ type: 'read', resourceType: 'ValueSet', id }] }
  }
  if (sent.valueSet !== undefined) return { ...readValueSet(sent.valueSet, find), parameters, events: [] }
  const url = lastValue(parameters, 'url')
  if (url === undefined) throw invalidError('url', 'the URL of a value set', '')
  const stored = find(url)
  if (stored === undefined) return { head: { url }, codings: listCodingsByUrl(url, find), parameters, events: [] }
  const events = [{ type: 'read', resourceType: 'ValueSet', id: String(stored.id) }] as const
  return { ...readValueSet(stored, find), parameters, events }
}

function readValueSet(valueSet: JsonObject, find: (url: string) => FhirResource | undefined) {
  const { compose: _compose, expansion: _expansion, text: _text, ...head } = valueSet
  return { head, codings: listCodings(valueSet, find) }
}

/** Returns the stored value set with a URL: the latest of several. */
function findStored(store: FhirStore, url: string): FhirResource | undefined {
  const value = url.replace(/[\\,|$]/g, '\\$&')
  return store.find(compileSearch('ValueSet', [['url', value]])).at(-1)?.resource
}

/** Returns the ValueSet that is a parameter of a body, or the body itself, and the other parameters. */
function splitBody(body: JsonValue | undefined): {
  readonly valueSet?: JsonObject
  readonly rest: JsonValue | undefined
} {
  if (!isJsonObject(body)) return { rest: body }
  if (body.resourceType === 'ValueSet') return { valueSet: body, rest: undefined }
  if (!Array.isArray(body.parameter)) return { rest: body }
  const isSet = (part: JsonValue): boolean => isJsonObject(part) && part.name === 'valueSet'
  const part = body.parameter.find(isSet)
  if (!isJsonObject(part)) return { rest: body }
  if (!isJsonObject(part.resource)) {
    throw FhirError.of(400, 'structure', 'Expected a ValueSet as the "resource" of the parameter "valueSet".')
  }
  return { valueSet: part.resource, rest: { ...body, parameter: body.parameter.filter((one) => !isSet(one)) } }
}
