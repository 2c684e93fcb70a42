import type { Static, TSchema } from 'typebox'
import type { JsonValue } from './json.js'

/** What a body is like: an example of it and, where its shape is fixed, a schema. An example of no JSON is its text. */
export interface Media {
  readonly example: JsonValue
  readonly schema?: TSchema
}

/** A body by media type. */
export type Content = Readonly<Record<string, Media>>

/** One call that a simulated system answers. The OpenAPI document and the methods of clients follow from it. */
export interface CallDescription {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the group, with parameters in braces; empty for the group itself. */
  readonly path: string
  /** In camelCase, unique in the group: `searchType`. */
  readonly name: string
  /** One sentence for people, without a full stop. */
  readonly summary: string
  /** The parameters of the path, with a sentence about each. */
  readonly params?: Readonly<Record<string, string>>
  /** Query parameters, with a sentence about each. */
  readonly query?: Readonly<Record<string, string>>
  /** Header parameters, with a sentence about each. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Content
  /** Whether the call may come without its body. */
  readonly bodyOptional?: boolean
  readonly status: 200 | 201 | 204
  /** Left out with status 204. */
  readonly answer?: Content
}

/** The calls of one simulated system have one segment in the path of a run and of a sandbox. */
export interface GroupDescription<Name extends string = string> {
  /** The segment: `fhir`. */
  readonly name: Name
  /** What one does with it, in a sentence without a full stop. */
  readonly summary: string
  /** Media types whose bodies are read as JSON; others reach the system as text or bytes. */
  readonly jsonMediaTypes: readonly string[]
  /** Whether its sandbox also takes the access tokens that it gives for its credentials. Default false. */
  readonly accessTokens?: boolean
}

/** What the wire knows of a simulated system: from this follow routes, documents, tools and clients. */
export interface SystemDescription<
  Name extends string = string,
  Calls extends readonly CallDescription[] = readonly CallDescription[],
> {
  /** As it is written on the wire; input is matched without regard to case. */
  readonly type: string
  /** Null if only other systems call it. */
  readonly group: GroupDescription<Name> | null
  readonly calls: Calls
  /** The type of the datasets that it is seeded from; null if there are none. */
  readonly dataset: { readonly type: string } | null
}

/** A body in JSON. */
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

/** What a body of this content is in a program: by the schema of its JSON, any JSON without one, else a text. */
export type ContentValue<Body extends Content> = [JsonMedia<Body>] extends [never]
  ? string
  : JsonMedia<Body> extends { readonly schema: infer Schema extends TSchema }
    ? Static<Schema>
    : JsonValue

type JsonMedia<Body extends Content> = Body[keyof Body & `${string}json`]
