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

/** A query parameter: its description, or an object that also says which values it takes. */
export type QueryParameter =
  | string
  | {
      readonly description: string
      /** The allowed values. Default: any text. */
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
  /** The tool's effect, in one sentence without a full stop; the first call of the tool has it. */
  readonly summary?: string
  /** Arguments that select this call: `{ folder: 'inbox' }`. */
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
  /** Whether the last parameter of the path takes the whole rest of the path, slashes included. Default false. */
  readonly takesRest?: true
  /** The query parameters. A system with its own list rejects others. */
  readonly query?: Readonly<Record<string, QueryParameter>>
  /** Whether it takes other query parameters too, such as the search parameters of FHIR. Default false. */
  readonly openQuery?: true
  /** The descriptions of the header parameters. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Content
  /** Whether the body is optional. */
  readonly bodyOptional?: boolean
  /**
   * Whether the call sends something irrevocable out of the environment: a fax, a message, a request to a payer. The
   * event of an accepted call has the records in `outward`. Default false.
   */
  readonly outward?: true
  /**
   * Whether the call can return records of people: a search, an inbox. Its event has the returned records in
   * `returned`. The log of a system with such calls contains its reads. Default false.
   */
  readonly reads?: true
  /**
   * The agents' tool that makes this call and others of the same `name`. Its arguments decide which call it makes: the
   * given path parameters and body, and the values of `when`. Null if another call does the same. Default: a separate
   * tool with the name and the summary of the call.
   */
  readonly tool?: SharedTool | null
  /** Whether agents seldom need the call, so that its tool may be left out. Default false. */
  readonly rare?: true
  readonly status: 200 | 201 | 204
  /** Absent for status 204. */
  readonly answer?: Content
}

/** A group of calls of a simulated system with the same path segment below a run and a sandbox. */
export interface GroupDescription<Name extends string = string> {
  /** The path segment: `fhir`. */
  readonly name: Name
  /** A description in one sentence, without a full stop. */
  readonly summary: string
  /** Media types whose bodies are parsed as JSON; other bodies reach the system as text or bytes. */
  readonly jsonMediaTypes: readonly string[]
  /** Whether its sandbox also accepts the access tokens that it issues for its credentials. Default false. */
  readonly accessTokens?: boolean
  /**
   * Paths, without a leading slash, that anyone may read below a sandbox, with or without a token, before and after its
   * task run too. Their responses come from the state of a system without data, and they are not logged. Default none.
   */
  readonly openPaths?: readonly string[]
  /**
   * Errors in the system's own format that any of its calls can return, by status; other errors are described in
   * general.
   */
  readonly refusals?: Readonly<Record<number, { readonly description: string; readonly content: Content }>>
  /** Whether bodies may have up to 16 MiB, as those of records and files; default false: up to 1 MiB. */
  readonly largeBodies?: boolean
}

/** Calls under a separate path segment. */
export interface GroupOfCalls {
  readonly group: GroupDescription
  readonly calls: readonly CallDescription[]
}

/**
 * The parts of a simulated system that are visible on the wire; routes, documents, tools and clients are derived from
 * them.
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
  /** The type of the datasets that seed it; null if no dataset does. */
  readonly dataset: { readonly type: string } | null
}

/** Returns the groups of a system with their calls: its own group, and the groups of its other interfaces. */
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

/** Returns the JSON Schema of a query parameter's value, without its description. */
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

/** Returns the description of a query parameter. */
export function describeQueryParameter(parameter: QueryParameter): string {
  return typeof parameter === 'string' ? parameter : parameter.description
}

function isCount(name: string): boolean {
  return name === 'limit' || name === '_count'
}

/** Returns a JSON body with an example. */
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
