import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'

const idDescription = 'The part that all addresses of the systems have in common.'

/** The calls of a run other than those of its systems. */
const ownPaths = ['clock', 'wait']

/**
 * Returns the part of an OpenAPI document that a trial's agent can use: the calls of its systems, the clock and
 * waiting, with the referenced components. The rest of the service is not reachable from a trial.
 *
 * @param groups - the names of the systems: `fhir`, `portal@west`
 */
export function describeForAgent(document: JsonObject, groups: readonly string[]): JsonObject {
  const kept = new Set([...ownPaths, ...groups.map((group) => group.split('@', 1)[0] ?? group)])
  const paths = objectEntries(document.paths).filter(([path]) => {
    const [, below] = /^\/v1\/benchmark-runs\/\{id\}\/([^/]+)/.exec(path) ?? []
    return below !== undefined && kept.has(below)
  })
  const operations = paths.map(([path, item]) => [path, asOfTrial(item)] as const)
  return {
    openapi: document.openapi ?? '3.1.0',
    info: {
      title: 'Systems',
      version: '1',
      description:
        'The systems of this work. A system with a key has the same calls as the first of its type, below ' +
        '`<group>@<key>`.',
    },
    servers: [{ url: '/' }],
    paths: Object.fromEntries(operations),
    components: referredComponents(
      document,
      operations.map(([, item]) => item),
    ),
  }
}

/**
 * Removes the tags and the header `Task-Run-Id` from the operations of a path item, because the trial determines the
 * task run.
 */
function asOfTrial(item: JsonValue): JsonValue {
  return Object.fromEntries(
    objectEntries(item).map(([method, operation]) => {
      if (!isJsonObject(operation)) return [method, operation]
      const { tags: _, parameters, ...rest } = operation
      const own = (Array.isArray(parameters) ? parameters.filter(isJsonObject) : [])
        .filter(({ in: place, name }) => place !== 'header' || name !== 'Task-Run-Id')
        .map((one) => (one.in === 'path' && one.name === 'id' ? { ...one, description: idDescription } : one))
      return [method, { ...rest, parameters: own }]
    }),
  )
}

/** Returns the components that values refer to, directly or indirectly. */
function referredComponents({ components }: JsonObject, roots: readonly JsonValue[]): JsonObject {
  const kept: Record<string, Record<string, JsonValue>> = {}
  const open: JsonValue[] = [...roots]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node !== 'object' || node === null) continue
    const reference = isJsonObject(node) ? node.$ref : undefined
    const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(String(reference)) ?? []
    const part = isJsonObject(components) ? components[kind] : undefined
    const target = isJsonObject(part) ? part[name] : undefined
    if (target !== undefined && kept[kind]?.[name] === undefined) {
      kept[kind] = { ...kept[kind], [name]: target }
      open.push(target)
    }
    open.push(...(Object.values(node) as JsonValue[]))
  }
  const schemes = isJsonObject(components) && isJsonObject(components.securitySchemes) ? components.securitySchemes : {}
  const { runToken } = schemes
  return {
    ...kept,
    ...(isJsonObject(runToken) && { securitySchemes: { runToken: { type: 'http', scheme: 'bearer' } } }),
  }
}

function objectEntries(value: JsonValue | undefined): readonly (readonly [string, JsonValue])[] {
  return Object.entries(isJsonObject(value) ? value : {})
}
