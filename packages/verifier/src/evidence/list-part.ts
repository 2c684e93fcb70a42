import type { JsonObject, JsonValue } from '@carebench/protocol'
import { isJsonObject } from '../values/json/is-json-object.js'
import { nameOfType } from '../values/json/show-json.js'
import type { EvidencePart, PlacedItem } from './evidence-part.js'
import type { Mutation, RecordPlace } from './state/mutation.js'

/** The place of an item in a list. */
export interface ListPlace extends RecordPlace {
  readonly position: number
}

/** A list of the evidence; elements that are not objects are not items. */
type List = readonly unknown[]

/** The options that {@link listPart} cannot derive, and the naming of the items of the list. */
export type ListPartInput = Pick<EvidencePart<List, ListPlace>, 'name' | 'kinds' | 'changes'> &
  Partial<
    Pick<
      EvidencePart<List, ListPlace>,
      'isAgents' | 'isGenerated' | 'valuesIn' | 'additions' | 'copy' | 'join' | 'unasked' | 'isNamed'
    >
  > & {
    /** Identifies an item in names of mutants; `number` counts from 1. */
    readonly nameItem: (item: JsonObject, number: number) => string
    /**
     * Returns the identifier that people use for an item, besides its position; undefined if there is none. Default:
     * none.
     */
    readonly titleOf?: (item: JsonObject) => string | undefined
    /** Stays the same when an item changes. Default undefined: items are identified by content and place. */
    readonly keyOf?: (item: JsonObject) => string | undefined
    /** The whole content of an item. Default the item. */
    readonly contentOf?: (item: JsonObject) => JsonValue
  }

/** Returns a part that is a list of objects, in order of creation. */
export function listPart(input: ListPartInput): EvidencePart<List, ListPlace> {
  const { name, nameItem, titleOf, keyOf, contentOf, ...overrides } = input
  const placeAt = (position: number): ListPlace => ({ part: name, position })
  return {
    name,
    empty: [],
    refuse: (value, at) => refuseList(value, at, 'objects'),
    *items(list) {
      for (const [position, value] of list.entries()) {
        if (!isJsonObject(value)) continue
        const item: PlacedItem<ListPlace> = {
          value,
          content: contentOf?.(value) ?? value,
          key: keyOf?.(value),
          place: placeAt(position),
          list: name,
          position,
          name: nameItem(value, position + 1),
          title: titleOf?.(value),
        }
        yield item
      }
    },
    holding: (items) => items,
    isAgents: () => true,
    edit: (list, mutation) => editList(list, mutation.place.position, mutation),
    insertion: (_, list) => placeAt(list.length),
    copy: ({ record }, list) => ({ place: placeAt(list.length), record }),
    isNamed: ({ collection, record }, { position }) => isPartCollection(name, collection) && record === position,
    ...overrides,
  }
}

/** Whether a collection name belongs to the part. */
export function isPartCollection(part: string, collection: JsonValue | undefined): boolean {
  return typeof collection === 'string' && (collection === part || collection.startsWith(`${part}.`))
}

/** Returns the list after a change of the item at a position; `insert` appends the record. */
export function editList(list: List, position: number, { change, record }: Mutation): List {
  switch (change) {
    case 'remove':
      return list.toSpliced(position, 1)
    case 'replace':
      return list.with(position, record)
    case 'insert':
      return [...list, record]
  }
}

/** Returns a sentence on why a value is not a list; undefined if it is one. */
export function refuseList(value: unknown, at: string, what: string): string | undefined {
  return Array.isArray(value) ? undefined : `Expected ${at} to be an array of ${what}, got ${nameOfType(value)}.`
}
