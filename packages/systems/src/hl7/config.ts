import { type Static, Type } from 'typebox'

const rejectionSchema = Type.Object(
  {
    where: Type.Record(Type.String(), Type.String(), {
      description:
        'Conditions {path: value}, for example {"PID-3.1":"12345"}; all must hold. An empty value matches a ' +
        'missing one.',
    }),
    code: Type.Enum(['AE', 'AR'], {
      description: 'The acknowledgment code: AE for an error in the content, AR for a rejection.',
    }),
    reason: Type.Optional(
      Type.String({ minLength: 1, maxLength: 2000, description: 'The reason in the acknowledgment.' }),
    ),
  },
  { additionalProperties: false },
)

export const hl7ConfigSchema = Type.Object(
  {
    accept: Type.Optional(
      Type.Array(Type.String({ pattern: '^[A-Z][A-Z0-9]{2}(\\^[A-Z][A-Z0-9]{2})?$' }), {
        maxItems: 1000,
        description: 'Accepted message types: ORU^R01, or ORU for all its events.',
      }),
    ),
    reject: Type.Optional(
      Type.Array(rejectionSchema, { maxItems: 1000, description: 'Rules; the first whose conditions hold decides.' }),
    ),
    updates_record: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Whether accepted SIU^S13, SIU^S15 and ADT^A40 messages change the FHIR record.',
      }),
    ),
    queries: Type.Optional(
      Type.Object(
        {
          profiles: Type.Optional(
            Type.Array(Type.Enum(['Z34', 'Z44']), {
              minItems: 1,
              uniqueItems: true,
              description:
                'Answered queries, as in QPD-1.1: Z34 for a history, Z44 with evaluation and forecast. Default both.',
            }),
          ),
          most_candidates: Type.Optional(
            Type.Integer({
              minimum: 2,
              maximum: 100,
              default: 10,
              description: 'Maximum number of matching people in a list; with more, the response is "too many".',
            }),
          ),
        },
        {
          additionalProperties: false,
          description: 'Queries for immunization histories, answered from the registry of the datasets.',
        },
      ),
    ),
  },
  { additionalProperties: false, description: 'Configuration of the HL7 simulator.' },
)

/**
 * Configuration of the HL7 simulator: the messages that the receiving application accepts.
 *
 * - `accept`: message types, `ORU^R01`, or `ORU` for all its events; all other types are rejected. Default: every type
 *   whose structure is known (ADT, ORM, ORU, SIU). A listed type is accepted even if its structure is unknown.
 * - `reject`: rules for rejecting messages; the first whose conditions all hold applies (default none).
 * - `updates_record`: whether accepted messages change the FHIR record: rescheduled (`SIU^S13`) and cancelled
 *   (`SIU^S15`) appointments, merged patients (`ADT^A40`). A message about something missing from the record is then an
 *   error. Default false.
 * - `queries`: which queries (QBP^Q11) are answered with immunization histories (RSP^K11); default none, and they are
 *   rejected.
 */
export type Hl7Config = Static<typeof hl7ConfigSchema>
