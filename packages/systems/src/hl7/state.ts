import type { JsonValue, Steps } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { show } from '../json-shape.js'
import { MessageLog } from '../message-log.js'
import type { SeedDataset, SimulatorContext } from '../simulator.js'
import type { Hl7Config } from './config.js'
import { type AcceptanceRules, acceptanceRules } from './model/acceptance.js'
import { type InboxMessage, readInbound, type SentMessage } from './model/message-row.js'
import { type QueryRules, queryRules } from './model/query-rules.js'
import { type Registry, readReports, report } from './model/registry.js'

/**
 * The state of the HL7 simulator: its rules, the inbox, the messages accepted from the agent, and the immunization
 * registry as seeded. `queries` is undefined if it answers no queries.
 */
export interface Hl7State {
  readonly rules: AcceptanceRules
  /** Whether accepted messages change the FHIR record. */
  readonly updatesRecord: boolean
  readonly queries: QueryRules | undefined
  readonly registry: Registry
  readonly inbox: MessageLog<InboxMessage>
  readonly sent: MessageLog<SentMessage>
}

/** A message arrives in the inbox, or is accepted from the agent. Nothing is ever undone. */
export type Hl7Effect =
  | { readonly op: 'receive'; readonly message: InboxMessage }
  | { readonly op: 'accept'; readonly message: SentMessage }

/**
 * Builds the initial state of a published version: the messages and registry reports of all datasets of type `HL7`,
 * oldest ancestor first, in their order. Works in steps. Throws an Error that locates the first invalid one, or an
 * invalid condition of the configuration.
 */
export function* seedHl7State(
  config: Hl7Config,
  datasets: readonly SeedDataset[],
  { at, random }: SimulatorContext,
): Steps<Hl7State> {
  const inbox: InboxMessage[] = []
  let registry: Registry = []
  for (const [index, dataset] of datasets.entries()) {
    if (dataset.type !== 'HL7') continue
    const place = `datasets[${index}].config`
    for (const [number, payload] of readPayloads(dataset.config, place).entries()) {
      if (number % messagesOfStep === 0) yield
      try {
        if (typeof payload !== 'string') throw new Error(`expected a message in ER7, got ${show(payload)}.`)
        for (const message of readInbound(payload, at, random)) inbox.push(message)
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        throw new Error(`${place}.messages[${number}]: ${reason}`, { cause: error })
      }
    }
    for (const [number, payload] of readRegistry(dataset.config).entries()) {
      if (number % messagesOfStep === 0) yield
      try {
        if (typeof payload !== 'string') throw new Error(`expected a report in ER7, got ${show(payload)}.`)
        registry = readReports(payload).reduce(report, registry)
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        throw new Error(`${place}.registry[${number}]: ${reason}`, { cause: error })
      }
    }
  }
  return {
    rules: acceptanceRules(config),
    updatesRecord: config.updates_record ?? false,
    queries: queryRules(config),
    registry,
    inbox: MessageLog.create(inbox),
    sent: MessageLog.create<SentMessage>([]),
  }
}

/** The number of messages read per step. */
const messagesOfStep = 8

/** Copies a state. Seeded messages are shared, so the cost does not depend on their number. */
export function forkHl7State(state: Hl7State): Hl7State {
  return { ...state, inbox: state.inbox.fork(), sent: state.sent.fork() }
}

/** Applies one effect. Input was validated on arrival: effects are applied without further checks. */
export function applyHl7Effect(state: Hl7State, effect: Hl7Effect): void {
  if (effect.op === 'receive') state.inbox.append(effect.message)
  else state.sent.append(effect.message)
}

function readPayloads(config: JsonValue, place: string): readonly JsonValue[] {
  const messages = isJsonObject(config) ? config.messages : undefined
  if (isArray(messages)) return messages
  throw new Error(`${place}: expected {"messages":["MSH|^~\\\\&|…"]}, got ${show(config)}.`)
}

function readRegistry(config: JsonValue): readonly JsonValue[] {
  const reports = isJsonObject(config) ? config.registry : undefined
  return isArray(reports) ? reports : []
}

function isArray(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value)
}
