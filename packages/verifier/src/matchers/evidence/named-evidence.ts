import type { JsonObject } from '@carebench/protocol'
import type { NamedEvents, NamedRecords } from '../../values/evidence-reader.js'
import { pointerTo } from '../../values/finding.js'
import { isJsonObject } from '../../values/json/is-json-object.js'
import type { MatcherContext, MatcherKind } from '../matcher.js'
import { objectOperand, refuseOperand } from '../operand.js'

type Kind = Pick<MatcherKind, 'key' | 'example'>

/** Reads `{"collection", "system"?, "where"?, "path"?}`; undefined after reporting errors. */
export function readNamedRecords(
  kind: Kind,
  written: JsonObject,
  path: string,
  context: MatcherContext,
): NamedRecords | undefined {
  const members = { required: ['collection'], optional: ['system', 'where', 'path'] }
  const object = readNamed(kind, { members, texts: ['collection', 'system', 'path'] }, written, path, context)
  if (object === undefined) return undefined
  return {
    collection: String(object.collection),
    system: textIn(object, 'system'),
    where: whereIn(object),
    path: textIn(object, 'path'),
  }
}

/** Reads `{"type", "system"?, "where"?}`, as in `event-order`; undefined after reporting errors. */
export function readNamedEvents(
  kind: Kind,
  written: JsonObject,
  path: string,
  context: MatcherContext,
): NamedEvents | undefined {
  const members = { required: ['type'], optional: ['system', 'where'] }
  const object = readNamed(kind, { members, texts: ['system'] }, written, path, context)
  if (object === undefined) return undefined
  const types = [object.type].flat()
  if (types.length === 0 || !types.every((type) => typeof type === 'string' && type !== '')) {
    return refuseOperand(kind, 'a type of events, or a list of types', object.type, pointerTo(path, 'type'), context)
  }
  return { type: types.map(String), system: textIn(object, 'system'), where: whereIn(object) }
}

interface NamedShape {
  readonly members: Parameters<typeof objectOperand>[1]
  /** The members that are texts. */
  readonly texts: readonly string[]
}

function readNamed(
  kind: Kind,
  { members, texts }: NamedShape,
  written: JsonObject,
  path: string,
  context: MatcherContext,
): JsonObject | undefined {
  const object = objectOperand(kind, members, written, path, context)
  if (object === undefined) return undefined
  for (const name of texts) {
    const value = object[name]
    if (value !== undefined && typeof value !== 'string') {
      return refuseOperand(kind, `a text in "${name}"`, value, pointerTo(path, name), context)
    }
  }
  const { where = {} } = object
  if (!isJsonObject(where)) return refuseOperand(kind, '{path: expected}', where, pointerTo(path, 'where'), context)
  if (context.findings.reader === undefined) {
    return context.findings.add(path, 'must not name records or events: there is no evidence here')
  }
  return object
}

function textIn(object: JsonObject, name: string): string | undefined {
  const value = object[name]
  return typeof value === 'string' ? value : undefined
}

function whereIn({ where }: JsonObject): JsonObject {
  return where !== undefined && isJsonObject(where) ? where : {}
}
