import { isJsonObject, type JsonValue } from '@carebench/protocol/wire'
import { FhirError } from '../../resource/fhir-error.js'
import type { FhirResource } from '../../resource/fhir-resource.js'
import type { QueryParameters } from '../request/fhir-url.js'
import { r4Elements } from './r4-elements.js'

/** The elements of a resource in a response: by name, or as determined by `_summary`. */
export type Subset = 'true' | 'text' | 'data' | ReadonlySet<string>

/**
 * Returns the elements of matches and of included resources that `_summary` and `_elements` request; undefined for
 * whole resources. Throws a FhirError on an unknown element of the type, naming the valid ones.
 */
export function readSubsets(
  resourceType: string,
  parameters: QueryParameters,
): { readonly matches: Subset | undefined; readonly included: Subset | undefined } {
  if (!parameters.some(shapesResources)) return whole
  const summary = parameters.findLast(([name]) => name === '_summary')?.[1]
  const listed = parameters.filter(([name]) => name === '_elements').flatMap(([, value]) => value.split(','))
  const summarized = summary === 'true' || summary === 'text' || summary === 'data' ? summary : undefined
  if (listed.length === 0) return { matches: summarized, included: summarized }
  if (summarized !== undefined) {
    throw FhirError.of(400, 'invalid', `Expected _elements or _summary=${summarized}, got both. Leave one out.`)
  }
  const names = listed.map((item) => {
    const name = item.startsWith(`${resourceType}.`) ? item.slice(resourceType.length + 1) : item
    if (everywhere.has(name) || listElements(resourceType).has(name)) return name
    const known = [...listElements(resourceType).keys(), ...everywhere]
    throw FhirError.of(
      400,
      'not-supported',
      `_elements: ${resourceType} has no element "${item}". Supported: ${known.join(', ')}.`,
    )
  })
  return { matches: new Set(names), included: undefined }
}

const whole = { matches: undefined, included: undefined }

function shapesResources([name]: QueryParameters[number]): boolean {
  return name === '_summary' || name === '_elements'
}

/** Returns a resource as JSON text with only the elements of a subset, tagged as SUBSETTED. */
export function subsetText(resource: FhirResource, subset: Subset): string {
  const elements = listElements(resource.resourceType)
  const kept: Record<string, JsonValue> = { resourceType: resource.resourceType }
  const tagged = addTag(resource)
  for (const [member, value] of Object.entries(resource)) {
    if (isKept(member, elements, subset)) kept[member] = member === 'meta' ? tagged : value
  }
  kept.meta = tagged
  return JSON.stringify(kept)
}

function addTag({ meta }: FhirResource): JsonValue {
  const members = isJsonObject(meta) ? meta : {}
  const tags = Array.isArray(members.tag) ? members.tag : []
  return { ...members, tag: [...tags, subsetted] }
}

const subsetted = { system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationValue', code: 'SUBSETTED' } as const

/** The elements that all types have. */
const everywhere: ReadonlySet<string> = new Set([
  'id',
  'meta',
  'implicitRules',
  'language',
  'text',
  'contained',
  'extension',
  'modifierExtension',
])

/** The elements that every subset has, because they identify a resource or modify its meaning. */
const essential: ReadonlySet<string> = new Set(['resourceType', 'id', 'meta', 'implicitRules', 'modifierExtension'])

function isKept(member: string, elements: ReadonlyMap<string, Marks>, subset: Subset): boolean {
  const name = findElement(member, elements)
  if (essential.has(name)) return true
  const marks = elements.get(name)
  switch (subset) {
    case 'true':
      return marks?.summary ?? false
    case 'text':
      return name === 'text' || (marks?.mandatory ?? false)
    case 'data':
      return name !== 'text'
    default:
      return subset.has(name) || (marks?.mandatory ?? false)
  }
}

/** Returns the element that a JSON member belongs to: `birthDate` of `_birthDate`, `value` of `valueQuantity`. */
function findElement(member: string, elements: ReadonlyMap<string, Marks>): string {
  const name = member.startsWith('_') ? member.slice(1) : member
  if (elements.has(name) || everywhere.has(name)) return name
  for (const [element, { choice }] of elements) {
    if (choice && name.startsWith(element) && name.length > element.length) return element
  }
  return name
}

interface Marks {
  readonly mandatory: boolean
  readonly summary: boolean
  readonly choice: boolean
}

const compiled = new Map<string, ReadonlyMap<string, Marks>>()

function listElements(resourceType: string): ReadonlyMap<string, Marks> {
  const known = compiled.get(resourceType)
  if (known !== undefined) return known
  const text = Object.hasOwn(r4Elements, resourceType) ? (r4Elements[resourceType] ?? '') : ''
  const elements = new Map<string, Marks>()
  for (const item of text.split(' ')) {
    const name = item.replace(/[^A-Za-z0-9].*$/s, '')
    elements.set(name, {
      mandatory: item.includes('!'),
      summary: item.includes('+'),
      choice: item.includes('[x]'),
    })
  }
  compiled.set(resourceType, elements)
  return elements
}
