import type { FhirResource, LiteralKey } from '@carebench/fhir'
import type { JsonObject, JsonValue } from '@carebench/protocol'
import { TextMarks } from '../../records/text-marks.js'
import { type IdMarks, readMark } from './resource-twins.js'

/** The resources of one type for which searches were announced. */
export class WantedResources {
  readonly type: string
  /** Whether a located resource shares its id with another one; known once all have been scanned. */
  hasTwins = false
  readonly #elements: WantedTexts[] = []

  constructor(type: string) {
    this.type = type
  }

  announce({ element, values }: LiteralKey): void {
    let wanted = this.#at(element)
    if (wanted === undefined) {
      wanted = new WantedTexts(element, this.type)
      this.#elements.push(wanted)
    }
    wanted.announce(values)
  }

  /**
   * Collects the resources that may contain an announced text, from a position on until a resource's type has another
   * length, and notes the ids of all resources passed in `ids`. Returns the position after them.
   *
   * @param stopsAtOtherTypes - whether to stop at every other type, also one of the same length
   */
  collect(list: readonly JsonObject[], from: number, ids: IdMarks | undefined, stopsAtOtherTypes: boolean): number {
    let end = from
    for (const element of this.#elements) {
      // The first element's pass has noted the ids.
      end = element.collect(list, from, element === this.#elements[0] ? ids : undefined, stopsAtOtherTypes)
    }
    return end
  }

  /** Returns the resources collected for any search. */
  located(): readonly FhirResource[] {
    const [only, ...more] = this.#elements
    return only !== undefined && more.length === 0 ? only.kept : this.#elements.flatMap((element) => element.kept)
  }

  /** Returns the resources collected for one search, in order; undefined if it was not announced. */
  find({ element, values }: LiteralKey): readonly FhirResource[] | undefined {
    return this.#at(element)?.find(values)
  }

  #at(element: string): WantedTexts | undefined {
    for (const candidate of this.#elements) if (candidate.element === element) return candidate
    return undefined
  }
}

/** The resources of a type by the text in one element, for the announced texts. */
class WantedTexts {
  readonly element: string
  readonly #type: string
  /** The collected resources, in order. */
  readonly kept: FhirResource[] = []
  /** The index of each text in `#found`. */
  readonly #places = new Map<string, number>()
  readonly #found: (FhirResource[] | undefined)[] = []
  /** Resources that may match but whose text does not decide it. */
  readonly #unclear: FhirResource[] = []
  /** The only text; undefined if there are several. */
  #only: string | undefined
  /** The marks of several texts, created once all are announced. */
  #marks: TextMarks | undefined

  constructor(element: string, type: string) {
    this.element = element
    this.#type = type
  }

  announce(values: readonly string[]): void {
    for (const value of values) if (!this.#places.has(value)) this.#places.set(value, this.#places.size)
    this.#only = this.#places.size === 1 ? values[0] : undefined
    this.#marks = undefined
  }

  /** See {@link WantedResources.collect}. */
  collect(list: readonly JsonObject[], from: number, ids: IdMarks | undefined, stopsAtOtherTypes: boolean): number {
    // Local variables, because this loop is the entire per-resource cost of a single verification.
    const element = this.element
    const places = this.#places
    const only = this.#only
    if (only === undefined) this.#marks ??= new TextMarks(places.keys())
    const marks = this.#marks
    const length = only?.length ?? 0
    const end = only?.charCodeAt(length - 1)
    const noted = ids?.marks
    const type = this.#type
    const letters = type.length
    let i = from
    for (; i < list.length; i++) {
      const resource = list[i] as FhirResource
      const own: unknown = resource?.resourceType
      // Types of one length are compared only where a text fits, because each parsed resource has its own string for
      // its type.
      if (typeof own !== 'string' || own.length !== letters || (stopsAtOtherTypes && own !== type)) break
      if (noted !== undefined) {
        const { id } = resource
        if (typeof id === 'string') noted[i] = readMark(id)
      }
      const value = readMember(resource, element)
      if (typeof value === 'object' && value !== null) {
        const text: unknown = (value as JsonObject).reference
        if (typeof text === 'string') {
          const hasVersion = text.length > versioned && text.includes(history)
          // Equally long texts are compared only if they end alike.
          const isWanted =
            marks === undefined
              ? text.length === length && (length === 0 || text.charCodeAt(length - 1) === end) && text === only
              : marks.mayHave(text) && places.has(text)
          if (isWanted || hasVersion) this.#keep(resource, text, hasVersion)
        } else if (Array.isArray(value)) this.#keep(resource, undefined, true)
      } else if (typeof value === 'string') {
        const hasVersion = element !== 'id' && value.includes('|')
        if (hasVersion || places.has(value)) this.#keep(resource, value, hasVersion)
      }
    }
    return i
  }

  find(values: readonly string[]): readonly FhirResource[] | undefined {
    const places: number[] = []
    for (const value of values) {
      const place = this.#places.get(value)
      if (place === undefined) return undefined
      places.push(place)
    }
    const [only = 0, ...more] = places
    if (more.length === 0 && this.#unclear.length === 0) return this.#found[only] ?? none
    const some = new Set([...places.flatMap((place) => this.#found[place] ?? none), ...this.#unclear])
    return this.kept.filter((resource) => some.has(resource))
  }

  /**
   * Keeps a resource under its text. `isUnclear`: the text may be a reference or a canonical with a version, which
   * searches may omit.
   */
  #keep(resource: FhirResource, text: string | undefined, isUnclear: boolean): void {
    if (resource.resourceType !== this.#type) return
    this.kept.push(resource)
    if (isUnclear) this.#unclear.push(resource)
    const place = text === undefined ? undefined : this.#places.get(text)
    if (place === undefined) return
    const found = this.#found[place]
    if (found === undefined) this.#found[place] = [resource]
    else found.push(resource)
  }
}

const none: readonly FhirResource[] = []
const history = '/_history/'

/** References to a version are longer than this; the shortest is `List/1/_history/1`. */
const versioned = 16

/** Reads the most common members by literal name, which is faster than by a variable one. */
function readMember(resource: FhirResource, element: string): JsonValue | undefined {
  if (element === 'subject') return resource.subject
  if (element === 'patient') return resource.patient
  return element === 'id' ? resource.id : resource[element]
}
