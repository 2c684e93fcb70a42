import { Type } from 'typebox'
import { anyJson, anyJsonObject, closed, dateTime, nullable, oneOf, recordOf } from './primitives.js'

// Parts are closed, so that a misspelled one is told; records are open, as they may carry what no criterion reads.

const at = Type.Optional(dateTime)
const direction = oneOf(['outbound', 'inbound'])

const state = {
  fhir: Type.Optional(Type.Array(Type.Object({ resourceType: Type.String({ minLength: 1 }) }))),
  portal: Type.Optional(recordOf(Type.Array(anyJsonObject))),
  hl7: Type.Optional(Type.Array(Type.Object({ direction, payload: Type.String(), at }))),
  x12: Type.Optional(
    Type.Array(
      Type.Object({
        direction: oneOf(['received', 'sent']),
        transaction: Type.String(),
        payload: Type.String(),
        at,
      }),
    ),
  ),
  files: Type.Optional(
    Type.Array(
      Type.Object({
        path: Type.String(),
        content: Type.Optional(Type.String()),
        content_base64: Type.Optional(Type.String()),
        seeded: Type.Boolean(),
      }),
    ),
  ),
  voice: Type.Optional(
    Type.Array(
      Type.Object({
        call_id: Type.String(),
        turns: Type.Array(Type.Object({ speaker: Type.String(), text: Type.String(), at })),
      }),
    ),
  ),
  faxes: Type.Optional(
    Type.Array(
      Type.Object({
        direction,
        to_number: Type.String(),
        from_number: Type.String(),
        document_type: Type.String(),
        text: Type.String(),
        at,
      }),
    ),
  ),
  messages: Type.Optional(
    Type.Array(
      Type.Object({
        direction,
        channel: oneOf(['sms', 'email', 'chat']),
        to: Type.String(),
        from: Type.String(),
        body: Type.String(),
        at,
      }),
    ),
  ),
  cds: Type.Optional(
    Type.Array(
      Type.Object({
        hook: Type.String(),
        request: anyJsonObject,
        cards: Type.Array(anyJsonObject),
        feedback: Type.Array(anyJsonObject),
      }),
    ),
  ),
  events: Type.Optional(
    Type.Array(
      Type.Object({
        seq: Type.Integer({ minimum: 0 }),
        at: dateTime,
        actor: oneOf(['agent', 'scenario', 'system']),
        type: Type.String(),
        data: anyJson,
      }),
    ),
  ),
}

const judgement = Type.Object({
  judge: Type.String(),
  phrase: Type.String(),
  speaker: Type.String(),
  text: Type.String(),
  expressed: nullable(Type.Boolean()),
  answer: Type.String(),
})

/** The schema of an evidence snapshot, version 1. */
export const evidenceSnapshot = closed({
  $schema: Type.Optional(Type.String()),
  version: Type.Literal(1),
  ...state,
  initial: Type.Optional(closed(state)),
  entities: Type.Optional(recordOf(anyJson)),
  bound: Type.Optional(Type.Array(Type.String())),
  output: Type.Optional(anyJson),
  judgements: Type.Optional(Type.Array(judgement)),
})
