import { isJsonObject, type JsonValue } from '@carebench/protocol/wire'
import { type ElementRule, findStructure, type StructureRule } from '../resource/definitions/structure-table.js'
import type { FhirResource } from '../resource/fhir-resource.js'

/** An object in a copy of a resource, which may be changed. */
interface Place {
  readonly object: Record<string, JsonValue>
  readonly structure: StructureRule
  readonly expression: string
}

function collectPlaces(object: Record<string, JsonValue>, type: string, expression: string, places: Place[]): void {
  const structure = findStructure(type)
  if (structure === undefined) return
  places.push({ object, structure, expression })
  for (const [name, value] of Object.entries(object)) {
    const rule = structure.elements.get(name)
    if (rule === undefined || rule.primitive !== undefined || rule.type === 'Resource') continue
    const items: readonly JsonValue[] = Array.isArray(value) ? value : [value]
    for (const [index, item] of items.entries()) {
      const place = expression + rule.step + (rule.list ? `[${index}]` : '')
      if (isJsonObject(item)) collectPlaces(item as Record<string, JsonValue>, rule.type, place, places)
    }
  }
}

export interface Mutation {
  /** Changes an element and returns the issue that must be reported; undefined if there is nothing to change. */
  readonly apply: (place: Place, pick: number) => { readonly code: string; readonly expression: string } | undefined
}

/** Picks one of the elements that are present and match a predicate. */
function pickElement(
  { object, structure }: Place,
  pick: number,
  isMatch: (rule: ElementRule) => boolean,
): ElementRule | undefined {
  const found = Object.keys(object)
    .map((name) => structure.elements.get(name))
    .filter((rule) => rule !== undefined && isMatch(rule))
  return found[pick % Math.max(found.length, 1)]
}

/** Replaces the value, or the first of a list. */
function replace({ object, expression }: Place, rule: ElementRule, value: JsonValue): string {
  const list = object[rule.name]
  object[rule.name] = rule.list && Array.isArray(list) ? [value, ...list.slice(1)] : value
  return expression + rule.step + (rule.list ? '[0]' : '')
}

const malformed: Readonly<Record<string, JsonValue>> = {
  base64Binary: 'a-b',
  canonical: 'http://example.org/a b',
  code: 'two  spaces',
  date: '2026-02-30',
  dateTime: '2026-01-05T09:00:00',
  id: 'a_b',
  instant: '2026-01-05',
  integer: 1.5,
  oid: '1.2.3',
  positiveInt: 0,
  string: 'bell\u0007',
  time: '24:00:00',
  unsignedInt: -1,
  uri: 'a b',
  url: 'a b',
  uuid: 'urn:uuid:1',
  xhtml: '<p>no division</p>',
}

/** Ways to break a resource, each in one place. */
export const mutations: Readonly<Record<string, Mutation>> = {
  'an unknown element': {
    apply: ({ object, expression }) => {
      object.shoeSize = 7
      return { code: 'structure', expression: `${expression}.shoeSize` }
    },
  },
  'a mandatory element left out': {
    apply: ({ object, structure, expression }, pick) => {
      const group = structure.required[pick % Math.max(structure.required.length, 1)]
      if (group === undefined) return undefined
      for (const name of group.names) {
        delete object[name]
        delete object[`_${name}`]
      }
      // An empty object would be another issue.
      if (Object.keys(object).length === 0) object.extension = [{ url: 'urn:x', valueInteger: 1 }]
      return { code: 'required', expression: expression + group.step }
    },
  },
  'another kind of JSON': {
    apply: (place, pick) => {
      const rule = pickElement(place, pick, () => true)
      if (rule === undefined) return undefined
      const value = rule.primitive?.json === 'number' ? '1' : 1
      return { code: 'structure', expression: replace(place, rule, value) }
    },
  },
  'a primitive of the wrong form': {
    apply: (place, pick) => {
      const rule = pickElement(place, pick, ({ type }) => malformed[type] !== undefined)
      const value = malformed[rule?.type ?? '']
      if (rule === undefined || value === undefined) return undefined
      return { code: 'value', expression: replace(place, rule, value) }
    },
  },
  'a second type of a choice': {
    apply: (place, pick) => {
      const { object, structure, expression } = place
      const rule = pickElement(place, pick, ({ choice }) => choice !== undefined)
      const other = [...structure.elements.values()].find((each) => each.choice === rule?.choice && each !== rule)
      if (rule === undefined || other === undefined) return undefined
      object[other.name] = { extension: [{ url: 'urn:x', valueInteger: 1 }] }
      return { code: 'structure', expression: `${expression}.${rule.choice?.replace('[x]', '')}` }
    },
  },
  'several values of a single element': {
    apply: (place, pick) => {
      const rule = pickElement(place, pick, ({ list }) => !list)
      const value = place.object[rule?.name ?? '']
      if (rule === undefined || value === undefined) return undefined
      place.object[rule.name] = [value, value]
      return { code: 'structure', expression: place.expression + rule.step }
    },
  },
  'a single value of a list': {
    apply: (place, pick) => {
      const rule = pickElement(place, pick, ({ list }) => list)
      const value = place.object[rule?.name ?? '']
      if (rule === undefined || !Array.isArray(value)) return undefined
      place.object[rule.name] = value[0] ?? null
      return { code: 'structure', expression: place.expression + rule.step }
    },
  },
  'a code outside the required ones': {
    apply: (place, pick) => {
      const rule = pickElement(place, pick, ({ codes }) => codes !== undefined)
      if (rule === undefined) return undefined
      const value = rule.type === 'code' ? 'no-such-code' : { coding: [{ system: 'urn:x', code: 'no-such-code' }] }
      return { code: 'code-invalid', expression: replace(place, rule, value) }
    },
  },
  'a reference to another type of target': {
    apply: (place, pick) => {
      const rule = pickElement(place, pick, ({ targets }) => targets !== undefined && !targets.includes('TestReport'))
      if (rule === undefined) return undefined
      return { code: 'value', expression: `${replace(place, rule, { reference: 'TestReport/1' })}.reference` }
    },
  },
  'null, or an empty text or object': {
    apply: (place, pick) => {
      const rule = pickElement(place, pick, ({ primitive }) => primitive === undefined || primitive.json === 'string')
      if (rule === undefined) return undefined
      const nothing = rule.primitive === undefined ? {} : ''
      const gaps = place.object[`_${rule.name}`] !== undefined
      return { code: 'structure', expression: replace(place, rule, pick % 2 === 0 && !gaps ? null : nothing) }
    },
  },
}

/**
 * Returns the resource with one mutation, at the first location from `where` on that allows it, and the issue that must
 * be reported.
 */
export function mutate(resource: FhirResource, { apply }: Mutation, where: number, pick: number) {
  const copy = structuredClone(resource) as FhirResource & Record<string, JsonValue>
  const places: Place[] = []
  collectPlaces(copy, resource.resourceType, resource.resourceType, places)
  const start = where % places.length
  for (const place of [...places.slice(start), ...places.slice(0, start)]) {
    const issue = apply(place, pick)
    if (issue !== undefined) return { resource: copy as FhirResource, issue }
  }
  return undefined
}
