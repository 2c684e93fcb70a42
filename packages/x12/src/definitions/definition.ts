import { composites, segments } from './dictionary.js'

/** The X12 data types: `AN` text, `ID` code, `N0` whole number, `R` decimal, `DT` date, `TM` time. */
export type ElementType = 'AN' | 'ID' | 'N0' | 'R' | 'DT' | 'TM'

/** An element with a single value. */
export interface SimpleDefinition {
  /** The data element's number in the X12 dictionary. */
  readonly reference: string
  readonly type: ElementType
  readonly min: number
  readonly max: number
  readonly mandatory: boolean
  /** Maximum number of repetitions; 1 if the element does not repeat. */
  readonly repeats: number
  readonly components?: undefined
}

/** An element made up of several components. */
export interface CompositeDefinition {
  /** The composite's number, such as `C003`. */
  readonly reference: string
  readonly mandatory: boolean
  readonly repeats: number
  readonly components: readonly SimpleDefinition[]
}

/**
 * A condition between elements. P: all or none. R: at least one. E: at most one. C: if the first is present, all
 * others. L: if the first is present, at least one other.
 */
export interface ElementCondition {
  readonly kind: 'P' | 'R' | 'E' | 'C' | 'L'
  readonly elements: readonly number[]
}

/** A segment as the standard defines it. */
export interface SegmentDefinition {
  readonly elements: readonly (SimpleDefinition | CompositeDefinition)[]
  readonly conditions: readonly ElementCondition[]
}

const read = new Map<string, SegmentDefinition>()
const ENTRY = /^(!?)(C?\d+)(?: (AN|ID|N0|R|DT|TM) (\d+)\/(\d+))?(?: \*(\d+))?$/

/** Returns the definition of a segment in version 005010; undefined if no transaction set of this package uses it. */
export function findSegmentDefinition(id: string): SegmentDefinition | undefined {
  const known = read.get(id)
  if (known !== undefined) return known
  const line = Object.hasOwn(segments, id) ? segments[id] : undefined
  if (line === undefined) return undefined
  const [elements = '', conditions = ''] = line.split(' ; ')
  const definition = { elements: elements.split(' | ').map(readElement), conditions: readConditions(conditions) }
  read.set(id, definition)
  return definition
}

function readElement(entry: string): SimpleDefinition | CompositeDefinition {
  const [, mark, reference = '', type, min, max, repeats] = ENTRY.exec(entry) ?? []
  const shared = { reference, mandatory: mark === '!', repeats: Number(repeats ?? 1) }
  if (type === undefined) {
    const parts = composites[reference]?.split(' | ') ?? []
    return { ...shared, components: parts.map(readElement).filter((part) => part.components === undefined) }
  }
  return { ...shared, type: type as ElementType, min: Number(min), max: Number(max) }
}

function readConditions(text: string): ElementCondition[] {
  return text
    .split(' ')
    .filter((note) => note !== '')
    .map((note) => ({
      kind: note.charAt(0) as ElementCondition['kind'],
      elements: Array.from(note.slice(1).matchAll(/\d\d/g), ([digits]) => Number(digits)),
    }))
}
