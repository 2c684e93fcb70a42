import {
  createSeededRandom,
  formatInstant,
  type JsonObject,
  type JsonValue,
  type SimulatorCall,
} from '@carebench/protocol'
import { fhirSimulator } from '../fhir/behaviour.js'
import { payerSimulator } from '../payer/behaviour.js'
import type { PayerConfig } from '../payer/config.js'
import type { SimulatorContext } from '../simulator.js'
import { x12Simulator } from '../x12/behaviour.js'
import type { X12Config } from '../x12/config.js'
import { askWith } from './ask-with.js'
import { beginning, contextAt } from './simulator-host.js'

// For tests of this package only.

/** A payer: its configuration, and the rows of its portal. */
export interface PayerInput {
  readonly config: PayerConfig
  readonly rows?: JsonObject
}

type Call = [method: string, path: string, json?: JsonValue, name?: string]

/**
 * Returns a clearinghouse with payers behind it, by their names in the log (`Payer`, `Payer@west`), and a record with
 * these resources if there are any. Every call is a second after the one before.
 */
export function openPayers(
  payers: Readonly<Record<string, PayerInput>>,
  x12: X12Config = {},
  resources: readonly JsonObject[] = [],
) {
  const first = contextAt(beginning)
  const states = new Map(
    Object.entries(payers).map(([name, { config, rows = {} }]) => {
      const seeded = payerSimulator.seed(config, [{ type: 'Portal', config: { rows } }], first)
      return [name, payerSimulator.fork(seeded)]
    }),
  )
  const clearinghouse = x12Simulator.fork(x12Simulator.seed(x12, [], first))
  const bundle = { resourceType: 'Bundle', type: 'collection', entry: resources.map((resource) => ({ resource })) }
  const record =
    resources.length === 0 ? undefined : fhirSimulator.seed({}, [{ type: 'FHIR', config: { bundle } }], first)
  let time = beginning.time
  let seq = 0
  const contextOf = (): SimulatorContext => ({
    at: formatInstant(time),
    random: createSeededRandom(5, time, ++seq),
    ask,
  })
  const callPayer = (name: string, call: SimulatorCall, group = 'portal') => {
    const state = states.get(name)
    if (state === undefined) return undefined
    const outcome = payerSimulator.handle(state, group, call, contextOf())
    for (const effect of outcome.effects) payerSimulator.apply(state, effect)
    return outcome
  }
  const ask = askWith((name, group, call) => {
    if (name === 'FHIR') return record && fhirSimulator.handle(record, group, call, contextOf()).response
    return callPayer(name, call)?.response
  })
  const advance = (seconds: number) => {
    time += seconds * 1000
    const context = contextAt({ time, seq: ++seq })
    const remitted = x12Simulator.due(clearinghouse, context)
    for (const effect of remitted.effects) x12Simulator.apply(clearinghouse, effect)
    return [...states.values()].flatMap((state) => {
      const change = payerSimulator.due(state, context)
      for (const effect of change.effects) payerSimulator.apply(state, effect)
      return change.events
    })
  }
  const answer = (group: string, method: string, path: string, json?: JsonValue, name = 'Payer') => {
    advance(1)
    const [bare = '', query = ''] = path.split('?')
    const body = json === undefined ? null : { json }
    const outcome = callPayer(name, { method, path: bare, query, headers: {}, body }, group)
    const answered = outcome?.response.body
    const content = (answered && 'json' in answered ? answered.json : {}) as JsonObject
    return { status: outcome?.response.status, json: content, events: outcome?.events ?? [] }
  }
  /** Calls the portal of a payer; returns the status, the JSON and the events. */
  const portal = (...call: Call) => answer('portal', ...call)
  /** Calls the interfaces of a payer for electronic prior authorization. */
  const electronic = (...call: Call) => answer('payer', ...call)
  const evidence = (name = 'Payer') => {
    const state = states.get(name)
    return (state && payerSimulator.evidence(state).portal) ?? {}
  }
  /** Calls the clearinghouse in JSON or EDI; returns the response as JSON. */
  const exchange = (path: string, body: JsonValue | string) => {
    advance(1)
    const isEdi = typeof body === 'string'
    const headers = { accept: 'application/json', 'content-type': isEdi ? 'application/edi-x12' : 'application/json' }
    const call = { method: 'POST', path, query: '', headers, body: isEdi ? { text: body } : { json: body } }
    const outcome = x12Simulator.handle(clearinghouse, 'clearinghouse', call, contextOf())
    for (const effect of outcome.effects) x12Simulator.apply(clearinghouse, effect)
    const answer = outcome.response.body
    return (answer && 'json' in answer ? answer.json : {}) as JsonObject
  }
  return { portal, electronic, evidence, exchange, advance, ask, states }
}
