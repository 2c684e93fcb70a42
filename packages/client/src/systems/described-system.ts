import type { CallDescription, Content, ContentValue, JsonValue, PathParameter } from '@carebench/protocol'
import { fillPath, queryString } from '../http/request-path.js'
import type { CallOptions, Transport } from '../http/transport.js'
import { SimulatedSystem, type SimulatedSystemAddress } from './simulated-system.js'

/** The parts of a system that a client needs to call it by name: a `System`, or only its group and calls. */
export interface SystemCalls {
  readonly group: { readonly name: string } | null
  readonly calls: readonly CallDescription[]
  readonly interfaces?: readonly {
    readonly group: { readonly name: string }
    readonly calls: readonly CallDescription[]
  }[]
}

/** The calls of the system with a group, or a `<group>@<key>`; `never` if no system has it. */
type CallsOf<Systems extends readonly SystemCalls[], Name extends string> = CallsIn<
  Systems[number] | NonNullable<Systems[number]['interfaces']>[number],
  Name extends `${infer Group}@${string}` ? Group : Name
>

type CallsIn<System extends SystemCalls, Name extends string> = System extends SystemCalls
  ? [System['group']] extends [null]
    ? never
    : NonNullable<System['group']>['name'] extends Name
      ? System['calls']
      : never
  : never

/** The client of a group; it has the calls by name if the client knows the system. */
export type SystemOf<Systems extends readonly SystemCalls[], Name extends string> = string extends Name
  ? SimulatedSystem
  : [CallsOf<Systems, Name>] extends [never]
    ? SimulatedSystem
    : DescribedSystem<CallsOf<Systems, Name>[number]>

type ParamsPart<Path extends string> = [PathParameter<Path>] extends [never]
  ? { readonly params?: undefined }
  : { readonly params: Readonly<Record<PathParameter<Path>, string>> }

type BodyPart<Call extends CallDescription> = Call extends { readonly body: infer Body extends Content }
  ? Call extends { readonly bodyOptional: true }
    ? { readonly body?: ContentValue<Body> }
    : { readonly body: ContentValue<Body> }
  : { readonly body?: undefined }

/** The input of a call: the parameters of its path, its query parameters, and its body. */
export type SystemCallInput<Call extends CallDescription> = ParamsPart<Call['path']> &
  BodyPart<Call> & {
    readonly query?: { readonly [Name in keyof Call['query']]?: string | number }
  }

/** The result of a call; undefined with status 204. */
export type SystemCallAnswer<Call extends CallDescription> = Call extends {
  readonly answer: infer Body extends Content
}
  ? ContentValue<Body>
  : undefined

type CallArguments<Call extends CallDescription> =
  Record<never, never> extends SystemCallInput<Call>
    ? [input?: SystemCallInput<Call>, options?: CallOptions]
    : [input: SystemCallInput<Call>, options?: CallOptions]

/** A simulated system whose calls are typed and can be made by name. */
export class DescribedSystem<Call extends CallDescription> extends SimulatedSystem {
  readonly #transport: Transport
  readonly #address: SimulatedSystemAddress
  readonly #calls: ReadonlyMap<string, CallDescription>

  constructor(transport: Transport, address: SimulatedSystemAddress, calls: readonly CallDescription[]) {
    super(transport, address)
    this.#transport = transport
    this.#address = address
    this.#calls = new Map(calls.map((call) => [call.name, call]))
  }

  /**
   * Makes a call of the system by its name. Throws as `request` does, and a TypeError for an unknown name or a
   * parameter that is not valid in a path.
   *
   * ```ts
   * const refill = await session.system('pharmacy').call('fillRefill', { params: { refill_id: 'rx-1' } })
   * ```
   */
  async call<Name extends Call['name']>(
    name: Name,
    ...[input, options]: CallArguments<Extract<Call, { readonly name: Name }>>
  ): Promise<SystemCallAnswer<Extract<Call, { readonly name: Name }>>> {
    const call = this.#calls.get(name)
    if (call === undefined) {
      throw new TypeError(`Unknown call ${JSON.stringify(name)}; known: ${[...this.#calls.keys()].join(', ')}.`)
    }
    const { params, query, body }: LooseInput = input ?? {}
    const [mediaType = this.#address.mediaType] = Object.keys(call.body ?? call.answer ?? {})
    const system = new SimulatedSystem(this.#transport, { ...this.#address, mediaType })
    const answer = await system.request(call.method, fillPath(call.path, params) + queryString(query), body, options)
    // The type follows from the description of the system.
    return answer as SystemCallAnswer<Extract<Call, { readonly name: Name }>>
  }
}

/** A simulated system whose calls the client does not know. Making one by name throws an error that says why. */
class UndescribedSystem extends SimulatedSystem {
  readonly #group: string

  constructor(transport: Transport, address: SimulatedSystemAddress, group: string) {
    super(transport, address)
    this.#group = group
  }

  async call(name: unknown): Promise<never> {
    throw new TypeError(
      `Cannot make the call ${JSON.stringify(name)}: the client does not know the calls of ` +
        `${JSON.stringify(this.#group)}. Pass the system to the client, as in new CarebenchSolver({ …, systems: ` +
        '[pharmacy] }), or use request(method, path, body).',
    )
  }
}

interface LooseInput {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: JsonValue | undefined
}

/** Opens the client of a group, or of a `<group>@<key>`; it has the calls by name if one of `systems` has the group. */
export function openSystem<Systems extends readonly SystemCalls[], Name extends string>(
  transport: Transport,
  address: SimulatedSystemAddress,
  systems: Systems,
  name: Name,
): SystemOf<Systems, Name> {
  const [wanted] = name.split('@', 1)
  const groups = systems.flatMap((system) => [system, ...(system.interfaces ?? [])])
  const described = groups.find(({ group }) => group?.name === wanted)
  const system =
    described === undefined
      ? new UndescribedSystem(transport, address, name)
      : new DescribedSystem(transport, address, described.calls)
  return system as SystemOf<Systems, Name>
}
