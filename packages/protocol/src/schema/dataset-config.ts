import { type TSchema, Type } from 'typebox'
import { patterns } from './pattern.js'
import { anyJsonObject, closed, filePath, recordSchema } from './primitives.js'

const media_type = Type.Optional(Type.String({ pattern: patterns.mediaType }))
const file = Type.Union([
  closed({ path: filePath, content: Type.String(), media_type }),
  closed({ path: filePath, content_base64: Type.String({ pattern: patterns.base64 }), media_type }),
])

/** The schemas of the `config` of a dataset, by the types in the specification. */
export const datasetConfigs: Readonly<Record<'FHIR' | 'Files' | 'HL7' | 'X12' | 'Portal', TSchema>> = {
  FHIR: Type.Union([
    closed({ bundle: anyJsonObject }),
    closed({
      /** Synthetic patients: the same seed, number and reference date always give the same records. */
      generator: closed({
        seed: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
        /** Each has about 150 resources, which every process that runs the benchmark builds and keeps in memory. */
        patients: Type.Integer({ minimum: 1, maximum: 1000 }),
        /** The reference date of the record, RFC 3339; default 2026-01-01T00:00:00Z. */
        now: Type.Optional(Type.String({ format: 'date-time' })),
      }),
    }),
  ]),
  Files: closed({ files: Type.Array(file) }),
  HL7: closed({
    messages: Type.Array(Type.String({ minLength: 1 })),
    /** Vaccination reports, VXU^V04: the content of the immunization registry. */
    registry: Type.Optional(Type.Array(Type.String({ minLength: 1 }))),
  }),
  X12: closed({ transactions: Type.Array(Type.String({ minLength: 1 })) }),
  Portal: closed({ rows: recordSchema(Type.Array(anyJsonObject)) }),
}
