import {
  type CallDescription,
  type JsonObject,
  listGroups,
  plainSchema,
  type SystemDescription,
  withSystemKey,
} from '@carebench/protocol'
import { makeInputSchema } from './tool-input.js'

/** The description of a tool for clients. */
export interface ToolDescription {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: JsonObject & { readonly type: 'object' }
  readonly outputSchema: JsonObject & { readonly type: 'object' }
  readonly annotations: {
    readonly readOnlyHint: boolean
    readonly destructiveHint: boolean
    readonly idempotentHint: boolean
    readonly openWorldHint: boolean
  }
}

/** Calls of a simulated system, or of several systems of one type, as a tool. */
export interface SystemTool extends ToolDescription {
  /**
   * The path segments of the systems: `fhir`, or `portal` and `portal@west`. If there are several, the argument
   * `system` names one.
   */
  readonly places: NonEmpty<string>
  /** The calls. If there are several, the arguments decide which one is made. */
  readonly calls: NonEmpty<CallDescription>
  /** True if agents seldom need it. */
  readonly isRare: boolean
  /** Whether the system reads bodies as JSON; else they are bytes, such as files. */
  readonly readsJson: boolean
}

type NonEmpty<Item> = readonly [Item, ...Item[]]

/** A system of an environment; the first of its type has no key. */
export interface PlacedSystem {
  readonly system: SystemDescription
  readonly key?: string | undefined
}

/**
 * Returns the calls of systems as tools, by name: `<group>_<call>`. Systems of one type have the same tools, in which
 * an argument names the system; calls that declare the same `tool` share it. A name that is taken gets a number. Tools
 * describe only the systems, so they are the same for every task on an environment.
 */
export function createSystemTools(
  systems: readonly PlacedSystem[],
  taken: readonly string[],
): ReadonlyMap<string, SystemTool> {
  const tools = new Map<string, SystemTool>()
  const used = new Set(taken)
  for (const placed of groupBy(systems, ({ system }) => system.type)) {
    const [{ system, key }, ...others] = placed
    for (const { group, calls } of listGroups(system)) {
      const placeOf = (name: string | undefined) => withSystemKey(group.name, name)
      const places: NonEmpty<string> = [placeOf(key), ...others.map((other) => placeOf(other.key))]
      const offered = calls.filter(({ tool }) => tool !== null)
      for (const shared of groupBy(offered, ({ tool, name }) => tool?.name ?? name)) {
        const [{ tool, name: own }] = shared
        const name = unusedName(`${group.name}_${snakeCase(tool?.name ?? own)}`, used)
        used.add(name)
        tools.set(name, createTool(name, group.name, places, shared, group.jsonMediaTypes.length > 0))
      }
    }
  }
  return tools
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): readonly NonEmpty<Item>[] {
  const groups = new Map<string, [Item, ...Item[]]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group === undefined) groups.set(keyOf(item), [item])
    else group.push(item)
  }
  return [...groups.values()]
}

function unusedName(base: string, used: ReadonlySet<string>): string {
  let name = base
  for (let number = 2; used.has(name); number++) name = `${base}_${number}`
  return name
}

function createTool(
  name: string,
  group: string,
  places: NonEmpty<string>,
  calls: NonEmpty<CallDescription>,
  readsJson: boolean,
): SystemTool {
  const [{ tool, summary, name: own }] = calls
  const every = (holds: (call: CallDescription) => boolean) => calls.every(holds)
  return {
    name,
    title: `${group}: ${snakeCase(tool?.name ?? own).replaceAll('_', ' ')}`,
    description: `${tool?.summary ?? summary}.`,
    inputSchema: makeInputSchema(places, calls),
    outputSchema: makeOutputSchema(calls),
    annotations: {
      readOnlyHint: every((call) => call.method === 'GET'),
      destructiveHint: !every((call) => call.method === 'GET' || call.method === 'POST'),
      idempotentHint: every((call) => ['GET', 'PUT', 'DELETE'].includes(call.method)),
      openWorldHint: !every(({ outward = false }) => !outward),
    },
    places,
    calls,
    isRare: calls.every(({ rare = false }) => rare),
    readsJson,
  }
}

function makeOutputSchema(calls: NonEmpty<CallDescription>): SystemTool['outputSchema'] {
  const answered = calls.flatMap(({ answer }) => Object.values(answer ?? {}))
  const [{ schema } = {}] = answered
  const body = schema === undefined ? {} : { anyOf: [{ ...plainSchema(schema) }, {}] }
  return {
    type: 'object',
    properties: { status: { type: 'integer' }, ...(answered.length > 0 && { body: body as JsonObject }) },
    required: ['status'],
  }
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
