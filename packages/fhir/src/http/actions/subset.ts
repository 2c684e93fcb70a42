import { isJsonObject, type JsonValue } from '@carebench/protocol/wire'
import { FhirError } from '../../resource/fhir-error.js'
import type { FhirResource } from '../../resource/fhir-resource.js'
import type { QueryParameters } from '../request/fhir-url.js'
import { r4Elements } from './r4-elements.js'

/** The elements of a resource in an answer: by name, or as determined by `_summary`. */
export type Subset = 'true' | 'text' | 'data' | ReadonlySet<string>

/**
 * The elements that `_summary` and `_elements` request in a search of a type, for matches and for included resources;
 * undefined for whole resources. Throws a FhirError on an unknown element of the type, naming the valid ones.
 */
export function subsetsOf(
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
    if (everywhere.has(name) || elementsOf(resourceType).has(name)) return name
    const known = [...elementsOf(resourceType).keys(), ...everywhere]
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

/** A resource as JSON text with only some of its elements, tagged as SUBSETTED; mandatory elements are kept. */
export function subsetText(resource: FhirResource, subset: Subset): string {
  const elements = elementsOf(resource.resourceType)
  const kept: Record<string, JsonValue> = { resourceType: resource.resourceType }
  const tagged = taggedMeta(resource)
  for (const [member, value] of Object.entries(resource)) {
    if (isKept(member, elements, subset)) kept[member] = member === 'meta' ? tagged : value
  }
  kept.meta = tagged
  return JSON.stringify(kept)
}

function taggedMeta({ meta }: FhirResource): JsonValue {
  const given = isJsonObject(meta) ? meta : {}
  const tags = Array.isArray(given.tag) ? given.tag : []
  return { ...given, tag: [...tags, subsetted] }
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

/** The elements that identify a resource or modify its meaning are in every subset. */
const essential: ReadonlySet<string> = new Set(['resourceType', 'id', 'meta', 'implicitRules', 'modifierExtension'])

function isKept(member: string, elements: ReadonlyMap<string, Marks>, subset: Subset): boolean {
  const name = elementOf(member, elements)
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

/** The element that a JSON member belongs to: `birthDate` of `_birthDate`, `value` of `valueQuantity`. */
function elementOf(member: string, elements: ReadonlyMap<string, Marks>): string {
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

function elementsOf(resourceType: string): ReadonlyMap<string, Marks> {
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
