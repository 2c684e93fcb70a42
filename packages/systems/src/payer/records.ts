import type { JsonObject, JsonValue, PortalRows } from '@carebench/protocol'
import {
  type Addition,
  changesOfJson,
  type EvidencePart,
  hideValue,
  jsonKind,
  type PlacedItem,
  type RecordKind,
  type RecordPlace,
} from '@carebench/verifier'
import { editList, isJsonObject, nameOfType, ownMember, pointerTo, refuseList } from '@carebench/verifier/kinds'
import { unaskedText } from '../records/unasked-text.js'
import { nameIdentity } from './model/resource.js'
import { personalColumns, rowIdentity } from './view/identity.js'
import { isGeneratedColumn, requesterPart } from './view/portal-column.js'
import { portalRows, rowsIn } from './view/portal-rows.js'

interface RowPlace extends RecordPlace {
  readonly resource: string
  readonly position: number
}

function placeAt(resource: string, position: number): RowPlace {
  return { part: 'portal', resource, position }
}

function countRows(portal: PortalRows, resource: string): number {
  return rowsIn(portal, resource)?.length ?? 0
}

/** The part of the evidence with the rows of the payer portal, by resource. */
export const portalPart: EvidencePart<PortalRows, RowPlace> = {
  name: 'portal',
  empty: {},
  kinds: [],
  open: {
    placeholder: 'resource',
    example: 'requests',
    kind: (resource) => (resource === '' ? undefined : hideValue(rowKind(resource))),
    names: ({ parts }) => Object.keys(parts.portal ?? {}),
    items: (state, resource) => portalRows(state, resource)?.rows,
  },
  refuse(value, at) {
    if (!isJsonObject(value)) return `Expected ${at} to be {"resource": [row, …]}, got ${nameOfType(value)}.`
    const wrong = Object.keys(value).find((resource) => !Array.isArray(value[resource]))
    return wrong === undefined ? undefined : refuseList(value[wrong], pointerTo(at, wrong), 'rows')
  },
  *items(portal) {
    for (const [resource, rows] of Object.entries(portal)) {
      for (const [position, row] of rows.entries()) if (isJsonObject(row)) yield placeRow(row, resource, position)
    }
  },
  holding: (rows, collection) => ({ [collection.slice('portal.'.length)]: rows }),
  isAgents: () => true,
  // Columns ending in `_at` are times in every resource, including those that the portal does not define.
  isGenerated: ({ key, steps: [column] }) => /_at$/.test(key) || isGeneratedColumn(String(column)),
  changes: (row, { resource }, { pool, mayBeWrong }) =>
    changesOfJson(row, {
      pool,
      accepts: mayBeWrong,
      personal: personalColumns(resource),
      otherCell: (column, value) =>
        pool.otherValue(`portal ${resource} ${column}`, value, ({ portal = {} }) =>
          readColumn(portal, resource, column),
        ),
    }),
  additions: additionsToRow,
  edit(portal, mutation) {
    const { resource, position } = mutation.place
    const rows = editList(rowsIn(portal, resource) ?? [], position, mutation)
    return { ...portal, [resource]: rows as readonly JsonObject[] }
  },
  insertion: ({ resource }, portal) => placeAt(resource, countRows(portal, resource)),
  copy: ({ place: { resource }, record }, portal) => ({
    place: placeAt(resource, countRows(portal, resource)),
    record,
  }),
  unasked(portal) {
    const [resource] = Object.keys(portal)
    if (resource === undefined) return undefined
    const place = placeAt(resource, countRows(portal, resource))
    return { place, name: `a portal ${resource} row`, record: { note: unaskedText } }
  },
  isNamed: ({ resource, row }, place) => resource === place.resource && row === place.position,
}

/** Returns variants of a questionnaire response: with an answer that nobody gave, and for an earlier version. */
function additionsToRow(row: JsonObject): readonly Addition[] {
  const { questionnaire, answers } = row
  if (typeof questionnaire !== 'string' || !Array.isArray(answers)) return []
  const unasked = { linkId: 'unasked', value: true, source: 'manual', author: null }
  const [url = '', version] = questionnaire.split('|')
  const earlier = { what: 'a version before its own', record: { ...row, questionnaire: `${url}|before-${version}` } }
  return [
    { what: 'an answer that nobody gave', record: { ...row, answers: [...answers, unasked] } },
    ...(version === undefined ? [] : [earlier]),
  ]
}

function rowKind(resource: string): RecordKind {
  return jsonKind({
    collection: `portal.${resource}`,
    noun: `${resource} rows`,
    madeBy: 'agent',
    authored: (_, row) => [{ value: isJsonObject(row) ? requesterPart(resource, row) : row }],
    name: (_, number) => `${resource} row ${number}`,
    identify: (_, row) => ({ resource, row }),
    key: (row) => rowKey(resource, row),
    outward: true,
    identifies: rowIdentity(resource),
    example: (text) => ({ auth_number: text, status: 'pending' }),
  })
}

/** Returns the identity of a row as JSON; undefined if it has none. */
function rowKey(resource: string, row: JsonValue): string | undefined {
  const id = ownMember(row, nameIdentity(resource))
  return typeof id === 'string' || typeof id === 'number' ? JSON.stringify(id) : undefined
}

function placeRow(value: JsonObject, resource: string, position: number): PlacedItem<RowPlace> {
  return {
    value,
    content: value,
    key: undefined,
    place: placeAt(resource, position),
    list: `portal.${resource}`,
    position,
    name: `portal ${resource} row ${position + 1}`,
    title: [value.auth_number, value.id].find((title) => typeof title === 'string'),
  }
}

/** Yields the texts in a column of a resource. */
function* readColumn(portal: PortalRows, resource: string, column: string): Iterable<string> {
  for (const row of rowsIn(portal, resource) ?? []) {
    const value = isJsonObject(row) && Object.hasOwn(row, column) ? row[column] : undefined
    if (typeof value === 'string') yield value
  }
}

/** The parts of the evidence that the payer provides. */
export const payerRecords: readonly EvidencePart[] = [portalPart]
