import type { JsonObject } from '@carebench/protocol'
import { Type } from 'typebox'

/** A resource of any type. The server validates its other members by FHIR R4. */
const resource = Type.Unsafe<JsonObject>({
  type: 'object',
  properties: { resourceType: { type: 'string' } },
  required: ['resourceType'],
  description: 'A FHIR R4 resource.',
})

const parameters = Type.Object({
  resourceType: Type.Literal('Parameters'),
  parameter: Type.Optional(Type.Array(Type.Object({ name: Type.String() }))),
})

const bundle = Type.Object({
  resourceType: Type.Literal('Bundle'),
  type: Type.Enum(['batch', 'transaction']),
  entry: Type.Array(
    Type.Object({
      fullUrl: Type.Optional(Type.String({ description: 'urn:uuid:…, by which other entries refer to it.' })),
      resource: Type.Optional(Type.Unsafe<JsonObject>({ type: 'object' })),
      request: Type.Object({
        method: Type.Enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
        url: Type.String({ minLength: 1, description: 'Patient, Patient/p1, or Patient?family=sample.' }),
        ifMatch: Type.Optional(Type.String()),
        ifNoneExist: Type.Optional(Type.String()),
      }),
    }),
  ),
})

const operations = ['add', 'remove', 'replace', 'move', 'copy', 'test']
const jsonPatch = Type.Array(
  Type.Object({
    op: Type.Enum(operations),
    path: Type.String({ description: 'JSON Pointer.' }),
    value: Type.Optional(Type.Unknown()),
    from: Type.Optional(Type.String()),
  }),
  { minItems: 1 },
)

/** Returns a response body with an example. */
export function fhir(example: JsonObject) {
  return { 'application/fhir+json': { example } }
}

/** Returns a request body that is a resource. */
export function sentResource(example: JsonObject) {
  return { 'application/fhir+json': { example, schema: resource } }
}

/** Returns a request body that is a Parameters resource. */
export function sentParameters(example: JsonObject) {
  return { 'application/fhir+json': { example, schema: parameters } }
}

/** Returns a request body that is a batch or a transaction. */
export function sentBundle(example: JsonObject) {
  return { 'application/fhir+json': { example, schema: bundle } }
}

/** A request body that is a JSON Patch of a resource. */
export const sentPatch = {
  'application/json-patch+json': { example: [{ op: 'replace', path: '/active', value: true }], schema: jsonPatch },
}
