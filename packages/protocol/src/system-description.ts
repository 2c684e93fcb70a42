import type { Static, TSchema } from 'typebox'
import type { JsonObject, JsonValue } from './json/json.js'

/**
 * A body of one media type: an example and, if its shape is fixed, a schema. The example of a body that is not JSON is
 * its text.
 */
export interface Media {
  readonly example: JsonValue
  readonly schema?: TSchema
}

/** A body by media type. */
export type Content = Readonly<Record<string, Media>>

/** A query parameter: its description, or an object that also has what its value must be. */
export type QueryParameter =
  | string
  | {
      readonly description: string
      /** The values that it can have. Default: any text. */
      readonly enum?: readonly string[]
      /** Default: `integer` for `limit` and `_count`, else `string`. */
      readonly type?: 'string' | 'integer'
      readonly format?: 'date'
      readonly required?: true
    }

/** A tool that makes one of several calls. */
export interface SharedTool {
  /** In camelCase, unique in the group. */
  readonly name: string
  /** What the tool does, in one sentence without a full stop; given by the first call of the tool. */
  readonly summary?: string
  /** Arguments by which this call is chosen: `{ folder: 'inbox' }`. */
  readonly when?: Readonly<Record<string, string>>
}

/** One call of a simulated system. The OpenAPI document and the methods of clients are derived from it. */
export interface CallDescription {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path below the group, with parameters in braces; empty for the group itself. */
  readonly path: string
  /** In camelCase, unique in the group: `searchType`. */
  readonly name: string
  /** A description in one sentence, without a full stop. */
  readonly summary: string
  /** The descriptions of the parameters of the path. */
  readonly params?: Readonly<Record<string, string>>
  /** Whether the parameter at the end of the path is the whole rest of it, with its slashes. Default false. */
  readonly takesRest?: true
  /** The query parameters. A system with its own list of them refuses others. */
  readonly query?: Readonly<Record<string, QueryParameter>>
  /** Whether it takes other query parameters too, such as the search parameters of FHIR. Default false. */
  readonly openQuery?: true
  /** The descriptions of the header parameters. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Content
  /** Whether the body is optional. */
  readonly bodyOptional?: boolean
  /**
   * Whether the call sends something out of the environment that cannot be taken back: a fax, a message, a request to a
   * payer. If it is accepted, its event has the records in `outward`. Default false.
   */
  readonly outward?: true
  /**
   * Whether the call returns records that can be those of people: a search, an inbox. If it returns any, its event has
   * them in `returned`. The reads of a system with such calls are in its log. Default false.
   */
  readonly reads?: true
  /**
   * The tool of agents that makes this call together with others of the same `name`; its arguments decide which one:
   * the parameters of the path and the body that are given, and the values of `when`. Null if another call does the
   * same. Default: a tool of its own, with the name and the summary of the call.
   */
  readonly tool?: SharedTool | null
  /** Whether work seldom needs the call, so that an agent may do without its tool. Default false. */
  readonly rare?: true
  readonly status: 200 | 201 | 204
  /** Omitted with status 204. */
  readonly answer?: Content
}

/** A group of calls of a simulated system, which share one path segment below a run and a sandbox. */
export interface GroupDescription<Name extends string = string> {
  /** The path segment: `fhir`. */
  readonly name: Name
  /** A description in one sentence, without a full stop. */
  readonly summary: string
  /** Media types whose bodies are parsed as JSON; others reach the system as text or bytes. */
  readonly jsonMediaTypes: readonly string[]
  /** Whether its sandbox also accepts the access tokens that it issues for its credentials. Default false. */
  readonly accessTokens?: boolean
  /**
   * Paths, without a leading slash, that anyone may read below a sandbox, with or without a token, before and after its
   * task run too. They are answered from the state of a system without data, and leave no trace. Default none.
   */
  readonly openPaths?: readonly string[]
  /** Refusals in the system's own format that any of its calls can have, by status; others are described in general. */
  readonly refusals?: Readonly<Record<number, { readonly description: string; readonly content: Content }>>
  /** Whether bodies may have up to 16 MiB, as those of records and files; default false: up to 1 MiB. */
  readonly largeBodies?: boolean
}

/** Calls under a path segment of their own. */
export interface GroupOfCalls {
  readonly group: GroupDescription
  readonly calls: readonly CallDescription[]
}

/**
 * The parts of a simulated system that are visible on the wire: routes, documents, tools and clients are derived from
 * it.
 */
export interface SystemDescription<
  Name extends string = string,
  Calls extends readonly CallDescription[] = readonly CallDescription[],
> {
  /** In the spelling of the wire; input is matched without regard to case. */
  readonly type: string
  /** Null if only other systems call it. */
  readonly group: GroupDescription<Name> | null
  readonly calls: Calls
  /** Its other interfaces: a payer's for electronic prior authorization, beside its portal. Default: none. */
  readonly interfaces?: readonly GroupOfCalls[]
  /** The type of the datasets that it is seeded from; null if there are none. */
  readonly dataset: { readonly type: string } | null
}

/** Returns the groups of a system with their calls: its own, and those of its other interfaces. */
export function listGroups<Calls>({
  group,
  calls,
  interfaces = [],
}: {
  readonly group: GroupDescription | null
  readonly calls: Calls
  readonly interfaces?: readonly { readonly group: GroupDescription; readonly calls: Calls }[]
}): readonly { readonly group: GroupDescription; readonly calls: Calls }[] {
  return group === null ? interfaces : [{ group, calls }, ...interfaces]
}

/** The JSON Schema of a query parameter's value, without its description. */
export function queryValueSchema(name: string, parameter: QueryParameter): JsonObject {
  if (typeof parameter === 'string') return isCount(name) ? { type: 'integer', minimum: 1 } : { type: 'string' }
  const { type = isCount(name) ? 'integer' : 'string', format, enum: values } = parameter
  return {
    type,
    ...(type === 'integer' && { minimum: 1 }),
    ...(values !== undefined && { enum: [...values] }),
    ...(format !== undefined && { format }),
  }
}

/** The description of a query parameter. */
export function describeQueryParameter(parameter: QueryParameter): string {
  return typeof parameter === 'string' ? parameter : parameter.description
}

function isCount(name: string): boolean {
  return name === 'limit' || name === '_count'
}

/** A JSON body. */
export function jsonContent(example: JsonValue): { readonly 'application/json': { readonly example: JsonValue } }
export function jsonContent<Schema extends TSchema>(
  example: JsonValue,
  schema: Schema,
): { readonly 'application/json': { readonly example: JsonValue; readonly schema: Schema } }
export function jsonContent(example: JsonValue, schema?: TSchema): Content {
  return { 'application/json': schema === undefined ? { example } : { example, schema } }
}

/** The names of the parameters of a path: `refill_id` of `/refills/{refill_id}/fill`. */
export type PathParameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never

/** The TypeScript type of a body: that of its JSON schema, any JSON without a schema, else a string. */
export type ContentValue<Body extends Content> = [JsonMedia<Body>] extends [never]
  ? string
  : JsonMedia<Body> extends { readonly schema: infer Schema extends TSchema }
    ? Static<Schema>
    : JsonValue

type JsonMedia<Body extends Content> = Body[keyof Body & `${string}json`]
