import { Type } from 'typebox'
import {
  actors,
  type CdsRecord,
  type EventRecord,
  type EvidenceSnapshot,
  type EvidenceState,
  type FaxRecord,
  type FileRecord,
  type Hl7Record,
  type JudgementRecord,
  type MessageRecord,
  type RecordAtEvent,
  type ReturnedRecords,
  type SystemEvidence,
  type VoiceRecord,
  type X12Record,
} from '../evidence.js'
import {
  anyJson,
  anyJsonObject,
  choiceSchema,
  closed,
  dateTime,
  type MembersOf,
  nullable,
  recordSchema,
} from './primitives.js'

// A part that is not named here belongs to a custom system, and is a list or an object. Records are open because they
// may have members that no criterion reads.

const at = Type.Optional(dateTime)
const direction = choiceSchema(['outbound', 'inbound'])

/** Allows the parts of custom systems, in addition to the named ones. */
const customParts = { additionalProperties: Type.Unsafe({ type: ['array', 'object'] }) }

const name = Type.String({ minLength: 1 })
const resources = Type.Array(Type.Object({ resourceType: name }))

/** Resources, or their differences from the resources that seeded the systems. */
const changedResources = Type.Union([
  closed({ put: resources, removed: Type.Array(closed({ resourceType: name, id: name })) }),
  resources,
])

/** Returns the schemas of a system's parts, with this schema for `fhir`. */
function partsWith(fhir: typeof resources | typeof changedResources) {
  return {
    fhir: Type.Optional(fhir),
    portal: Type.Optional(recordSchema(Type.Array(anyJsonObject))),
    hl7: Type.Optional(
      Type.Array(Type.Object({ direction, payload: Type.String(), at } satisfies MembersOf<Hl7Record>)),
    ),
    x12: Type.Optional(
      Type.Array(
        Type.Object({
          direction: choiceSchema(['received', 'sent']),
          transaction: Type.String(),
          payload: Type.String(),
          at,
        } satisfies MembersOf<X12Record>),
      ),
    ),
    files: Type.Optional(
      Type.Array(
        Type.Object({
          path: Type.String(),
          content: Type.Optional(Type.String()),
          content_base64: Type.Optional(Type.String()),
          seeded: Type.Boolean(),
        } satisfies MembersOf<FileRecord>),
      ),
    ),
    voice: Type.Optional(
      Type.Array(
        Type.Object({
          call_id: Type.String(),
          direction: Type.Optional(direction),
          to_number: Type.Optional(Type.String()),
          from_number: Type.Optional(Type.String()),
          status: Type.Optional(Type.String()),
          turns: Type.Array(Type.Object({ speaker: Type.String(), text: Type.String(), at })),
        } satisfies MembersOf<VoiceRecord>),
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
          status: Type.Optional(choiceSchema(['sending', 'delivered', 'failed', 'received'])),
          pages: Type.Optional(Type.Integer({ minimum: 0 })),
          at,
        } satisfies MembersOf<FaxRecord>),
      ),
    ),
    messages: Type.Optional(
      Type.Array(
        Type.Object({
          direction,
          channel: choiceSchema(['sms', 'email', 'chat']),
          to: Type.String(),
          from: Type.String(),
          body: Type.String(),
          status: Type.Optional(choiceSchema(['sent', 'delivered', 'failed', 'received'])),
          at,
        } satisfies MembersOf<MessageRecord>),
      ),
    ),
    cds: Type.Optional(
      Type.Array(
        Type.Object({
          service: Type.Optional(Type.String()),
          hook: Type.String(),
          request: anyJsonObject,
          cards: Type.Array(anyJsonObject),
          feedback: Type.Array(anyJsonObject),
          at,
        } satisfies MembersOf<CdsRecord>),
      ),
    ),
  } satisfies MembersOf<SystemEvidence>
}

const recordAtEvent = Type.Object({
  collection: Type.String({ minLength: 1 }),
  record: anyJsonObject,
  key: Type.Optional(Type.String()),
  omitted: Type.Optional(recordSchema(Type.String())),
} satisfies MembersOf<RecordAtEvent>)

const returned = Type.Object({
  collection: Type.String({ minLength: 1 }),
  count: Type.Integer({ minimum: 0 }),
  people: Type.Array(Type.String()),
  more: Type.Optional(Type.Integer({ minimum: 1 })),
} satisfies MembersOf<ReturnedRecords>)

const events = Type.Array(
  Type.Object({
    seq: Type.Integer({ minimum: 0 }),
    at: dateTime,
    actor: choiceSchema(actors),
    type: Type.String(),
    data: anyJson,
    outward: Type.Optional(Type.Array(recordAtEvent)),
    removed: Type.Optional(Type.Array(recordAtEvent)),
    refused: Type.Optional(Type.Array(recordAtEvent)),
    returned: Type.Optional(Type.Array(returned)),
    system: Type.Optional(Type.String()),
  } satisfies MembersOf<EventRecord>),
)

const judgement = Type.Object({
  judge: Type.String(),
  phrase: Type.String(),
  speaker: Type.String(),
  text: Type.String(),
  expressed: nullable(Type.Boolean()),
  answer: Type.String(),
} satisfies MembersOf<JudgementRecord>)

/** Returns the schema of a snapshot, with this schema for `fhir` in all of its states. */
function snapshotWith(fhir: Parameters<typeof partsWith>[0]) {
  const parts = partsWith(fhir)
  const state = {
    ...parts,
    events: Type.Optional(events),
    systems: Type.Optional(recordSchema(Type.Object(parts, customParts))),
  } satisfies MembersOf<EvidenceState>
  return Type.Object(
    {
      $schema: Type.Optional(Type.String()),
      version: Type.Literal(1),
      ...state,
      initial: Type.Optional(Type.Object(state, customParts)),
      without_agent: Type.Optional(Type.Object(state, customParts)),
      entities: Type.Optional(recordSchema(anyJson)),
      bound: Type.Optional(Type.Array(Type.String())),
      output: Type.Optional(anyJson),
      logged_reads: Type.Optional(Type.Array(Type.String())),
      judgements: Type.Optional(Type.Array(judgement)),
    } satisfies MembersOf<EvidenceSnapshot & { readonly $schema?: string }>,
    customParts,
  )
}

/** The schema of an evidence snapshot, version 1. */
export const evidenceSnapshot = snapshotWith(resources)

/** The schema of the evidence of a record that names its base. */
export const evidenceDifferences = snapshotWith(changedResources)
