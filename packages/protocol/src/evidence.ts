import type { JsonObject, JsonValue } from './json/json.js'

/** The origin of an action in a playground. */
export const actors = ['agent', 'scenario', 'system'] as const
export type Actor = (typeof actors)[number]

/**
 * The input of the verifier: the observed state of a simulated environment, version 1.
 *
 * A part that is absent was not observed: criteria that need it are `unsupported`. An empty array was observed and is
 * empty. Times are RFC 3339 in UTC.
 */
export interface EvidenceSnapshot extends EvidenceState {
  readonly version: 1
  /** The same parts before the agent started. */
  readonly initial?: EvidenceState
  /**
   * The parts as they would be if the agent had done nothing: `initial` with the scenario steps that arrived and the
   * changes that time alone caused. Absent parts are the same as in `initial`. `no-collateral` compares with it. Absent
   * if the scenario and time changed nothing.
   */
  readonly without_agent?: EvidenceState
  /** Data of dataset entities by entity id. */
  readonly entities?: Readonly<Record<string, JsonValue>>
  /** Ids of the entities that are bound to the task. */
  readonly bound?: readonly string[]
  /** The output that the agent completed the task with. */
  readonly output?: JsonValue
  /**
   * The parts whose reads are logged, such as `fhir`: the event of each call of the agent that read their records has
   * `returned`.
   * Absent if the log has no reads.
   */
  readonly logged_reads?: readonly string[]
  /** The decisions of a judge, kept so that regrading needs no judge. Absent if there was none. */
  readonly judgements?: readonly JudgementRecord[]
}

/** A judge's decision on whether a turn of a call expresses a phrase. */
export interface JudgementRecord {
  /** The name of the judge. */
  readonly judge: string
  readonly phrase: string
  readonly speaker: string
  /** The text of the turn. */
  readonly text: string
  /** Null if the judge gave no decision; `answer` then says why. */
  readonly expressed: boolean | null
  /** The judge's reply, in its own words. */
  readonly answer: string
}

/** The observable parts of an environment, each from one type of system. */
export interface EvidenceState {
  /** FHIR R4 resources in creation order. Of several with one type and id, the last counts. */
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
  /** The interaction log, in the order of `seq`. */
  readonly events?: readonly EventRecord[]
  /** The same parts for systems that are not the first of their type, by key. Absent if there are none. */
  readonly systems?: Readonly<Record<string, SystemEvidence>>
}

/** The parts of one system with a key; your own systems have their parts here too. */
export interface SystemEvidence extends Omit<EvidenceState, 'events' | 'systems'> {}

/** Rows of the payer portal by resource name, such as `prior_auth_requests`. */
export type PortalRows = Readonly<Record<string, readonly JsonObject[]>>

/** An HL7 v2 message of the laboratory interface. `outbound` is from the agent, `inbound` to it. */
export interface Hl7Record {
  readonly direction: 'outbound' | 'inbound'
  /** The message in ER7, with segments that end in CR. */
  readonly payload: string
  readonly at?: string
}

/** An X12 interchange or transaction set. `sent` is from the agent, `received` is what the payer returned to it. */
export interface X12Record {
  readonly direction: 'received' | 'sent'
  /** The transaction set identifier code, for example `271`. */
  readonly transaction: string
  /** The EDI text, from ISA or from ST; each ST to SE in it is judged separately. */
  readonly payload: string
  readonly at?: string
}

/** A file of the file exchange. It has `content` or `content_base64`. */
export interface FileRecord {
  /** Relative to the exchange, with slashes: `outbound/837/claim.x12`. */
  readonly path: string
  /** The text of a file in UTF-8. */
  readonly content?: string
  /** The bytes of any other file. */
  readonly content_base64?: string
  /** True if the file was present before the agent started and the agent has not written it. */
  readonly seeded: boolean
}

/** A telephone call with its transcript. */
export interface VoiceRecord {
  readonly call_id: string
  /** Absent for a call of the agent. */
  readonly direction?: 'outbound' | 'inbound'
  readonly to_number?: string
  /** The number of the caller, if the agent did not call. */
  readonly from_number?: string
  readonly status?: string
  /** In the order of speech. `speaker` is `agent`, or who speaks at the other end: `ivr`. */
  readonly turns: readonly { readonly speaker: string; readonly text: string; readonly at?: string }[]
}

/** A fax. `outbound` is from the agent. Numbers are in E.164: `+16185550175`. */
export interface FaxRecord {
  readonly direction: 'outbound' | 'inbound'
  readonly to_number: string
  readonly from_number: string
  readonly document_type: string
  /** Includes the text of its document. */
  readonly text: string
  readonly status?: 'sending' | 'delivered' | 'failed' | 'received'
  readonly pages?: number
  readonly at?: string
}

/** A text message, e-mail or chat message. `outbound` is from the agent. */
export interface MessageRecord {
  readonly direction: 'outbound' | 'inbound'
  readonly channel: 'sms' | 'email' | 'chat'
  readonly to: string
  readonly from: string
  readonly body: string
  readonly status?: 'sent' | 'delivered' | 'failed' | 'received'
  readonly at?: string
}

/** A call of a CDS Hooks service, with the cards that it returned and the feedback on them. */
export interface CdsRecord {
  /** The id of the service that was called. */
  readonly service?: string
  readonly hook: string
  readonly request: JsonObject
  readonly cards: readonly JsonObject[]
  readonly feedback: readonly JsonObject[]
  readonly at?: string
}

/** A record in its state at the time of an event. */
export interface RecordAtEvent {
  /** The collection of the record, as in assertions: `faxes`, `portal.attachments`. */
  readonly collection: string
  /** The record, in the form of the evidence. Texts longer than 32,768 characters may be left out; see `omitted`. */
  readonly record: JsonObject
  /**
   * Identifies the record in its collection. Acts with the same key, such as two writes of a file, concern the same
   * record.
   */
  readonly key?: string
  /**
   * The SHA-256 (lower-case hex, of UTF-8) of the texts left out of the record, by member. Absent if there are none.
   */
  readonly omitted?: Readonly<Record<string, string>>
}

/** Records of one collection that a call returned to the agent. */
export interface ReturnedRecords {
  /** The collection of the records, as in assertions: `fhir.Observation`, `portal.prior_auth_requests`. */
  readonly collection: string
  /** 0 if a search examined such records and returned none. */
  readonly count: number
  /**
   * The people whose records these are and the people whom a search asked about: a reference or a number for each
   * person, without repetition, the first 100.
   */
  readonly people: readonly string[]
  /** The number of further people whom they may be about. Absent if none. */
  readonly more?: number
}

export interface EventRecord {
  readonly seq: number
  readonly at: string
  readonly actor: Actor
  /** For example `fhir.create` or `prior_auth.submitted`. */
  readonly type: string
  readonly data: JsonValue
  /** The records that the event sent out of the environment, as they were at that moment. Absent if there were none. */
  readonly outward?: readonly RecordAtEvent[]
  /**
   * The records that the event removed and that had been created in the environment, as they were before: neither state
   * contains them. Absent if there were none.
   */
  readonly removed?: readonly RecordAtEvent[]
  /**
   * The record that the refused call would have sent: the call, or the message in it, under the collection of the
   * records that such calls make. Absent if the call would have sent nothing.
   */
  readonly refused?: readonly RecordAtEvent[]
  /**
   * The records that the call returned to its caller, without those that the call itself wrote. Absent if there were
   * none.
   */
  readonly returned?: readonly ReturnedRecords[]
  /** The key of the system in which the event happened; absent for the first of a type. */
  readonly system?: string
}
