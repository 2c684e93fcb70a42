import type { JsonObject, JsonValue } from './json.js'

/** Who did something in a playground. */
export const actors = ['agent', 'scenario', 'system'] as const
export type Actor = (typeof actors)[number]

/**
 * What the verifier takes: the observed state of a simulated environment, version 1.
 *
 * A part that is absent was not observed: criteria that need it are `unsupported`. An empty array was observed and is
 * empty. Times are RFC 3339 in UTC.
 */
export interface EvidenceSnapshot extends EvidenceState {
  readonly version: 1
  /** The same parts as they were before the agent began. */
  readonly initial?: EvidenceState
  /** Data of dataset entities by entity id. */
  readonly entities?: Readonly<Record<string, JsonValue>>
  /** Ids of the entities that are bound to the task. */
  readonly bound?: readonly string[]
  /** What the agent handed in with its completion. */
  readonly output?: JsonValue
  /** What a judge said, kept so that the same is scored again without asking. Absent where there was no judge. */
  readonly judgements?: readonly JudgementRecord[]
}

/** Whether a phrase is expressed in a turn of a call, as a judge saw it. */
export interface JudgementRecord {
  /** Who judged. */
  readonly judge: string
  readonly phrase: string
  readonly speaker: string
  /** What was said in the turn. */
  readonly text: string
  /** Null if the judge gave no answer; `answer` then says why. */
  readonly expressed: boolean | null
  /** The judge's own words. */
  readonly answer: string
}

/** The parts of an environment that can be observed, each by one kind of simulator. */
export interface EvidenceState {
  /** FHIR R4 resources in creation order. */
  readonly fhir?: readonly JsonObject[]
  /** Rows of the payer portal by resource name, in creation order. */
  readonly portal?: PortalRows
  readonly hl7?: readonly Hl7Record[]
  readonly x12?: readonly X12Record[]
  readonly files?: readonly FileRecord[]
  readonly voice?: readonly VoiceRecord[]
  readonly faxes?: readonly FaxRecord[]
  readonly messages?: readonly MessageRecord[]
  readonly cds?: readonly CdsRecord[]
  /** The interaction log, in order. */
  readonly events?: readonly EventRecord[]
  /** The same parts of the systems that are not the first of their type, by key. Absent where there are none. */
  readonly systems?: Readonly<Record<string, SystemEvidence>>
}

/** The parts of one system behind a key; a system of your own has its parts here too. */
export interface SystemEvidence extends Omit<EvidenceState, 'events' | 'systems'> {}

export type PortalRows = Readonly<Record<string, readonly JsonObject[]>>

export interface Hl7Record {
  readonly direction: 'outbound' | 'inbound'
  /** The message in ER7. */
  readonly payload: string
  readonly at?: string
}

export interface X12Record {
  readonly direction: 'received' | 'sent'
  /** The transaction set identifier code, for example `271`. */
  readonly transaction: string
  /** The EDI text. */
  readonly payload: string
  readonly at?: string
}

export interface FileRecord {
  readonly path: string
  readonly content?: string
  readonly content_base64?: string
  /** True for a file that was there before the agent began and that it did not write. */
  readonly seeded: boolean
}

export interface VoiceRecord {
  readonly call_id: string
  readonly to_number?: string
  readonly status?: string
  readonly turns: readonly { readonly speaker: string; readonly text: string; readonly at?: string }[]
}

export interface FaxRecord {
  readonly direction: 'outbound' | 'inbound'
  readonly to_number: string
  readonly from_number: string
  readonly document_type: string
  /** With the text of its document. */
  readonly text: string
  readonly status?: 'sending' | 'delivered' | 'failed' | 'received'
  readonly pages?: number
  readonly at?: string
}

export interface MessageRecord {
  readonly direction: 'outbound' | 'inbound'
  readonly channel: 'sms' | 'email' | 'chat'
  readonly to: string
  readonly from: string
  readonly body: string
  readonly status?: 'sent' | 'delivered' | 'failed' | 'received'
  readonly at?: string
}

export interface CdsRecord {
  /** The id of the service that was called. */
  readonly service?: string
  readonly hook: string
  readonly request: JsonObject
  readonly cards: readonly JsonObject[]
  readonly feedback: readonly JsonObject[]
  readonly at?: string
}

export interface EventRecord {
  readonly seq: number
  readonly at: string
  readonly actor: Actor
  /** For example `fhir.create` or `prior_auth.submitted`. */
  readonly type: string
  readonly data: JsonValue
  /** The key of the system in which it happened; absent for the first of a type. */
  readonly system?: string
}
