import type { JsonValue, Random } from '@carebench/protocol'
import { parseInterchanges, parseTransactions } from '@carebench/x12'
import { isObject, show } from '../json-shape.js'
import { MessageLog } from '../message-log.js'
import type { SeedDataset, SimulatorContext } from '../simulator.js'
import type { ClaimRow } from './claim-row.js'
import { type AdjudicationRule, defaultPayer, defaultProvider, type X12Config } from './config.js'
import { type ConfiguredMembers, configuredMembers } from './configured-members.js'
import { drawRowId, setName, type TransactionRow } from './transaction-row.js'

/** The state of the clearinghouse: what it is, what went through it, and the claims that it knows. */
export interface X12State {
  readonly payer: { readonly name: string; readonly id: string }
  readonly provider: { readonly name: string; readonly npi: string }
  readonly acknowledge: boolean
  readonly members: ConfiguredMembers
  /** The last one applies to every claim. */
  readonly adjudications: readonly AdjudicationRule[]
  readonly transactions: MessageLog<TransactionRow>
  /** By claim number, in the order of their arrival. */
  readonly claims: Map<string, ClaimRow>
  /** Those of them whose decision waits for its time. */
  readonly waiting: Map<string, ClaimRow>
}

/** An interchange went through, or a claim is put in its place. Nothing is ever taken back. */
export type X12Effect =
  | { readonly op: 'record'; readonly row: TransactionRow }
  | { readonly op: 'put_claim'; readonly claim: ClaimRow }

/**
 * Builds the state that a published version starts from: the transactions of all datasets of type `X12`, oldest ancestor
 * first, have come in for the agent. Throws an Error that names the transaction, or the path of the configuration, that
 * is wrong.
 */
export function seedX12State(
  config: X12Config,
  datasets: readonly SeedDataset[],
  { at, random }: SimulatorContext,
): X12State {
  const received = datasets.flatMap((dataset, index) => {
    if (dataset.type !== 'X12') return []
    const place = `datasets[${index}].config`
    return payloadsOf(dataset.config, place).map((payload, number) => {
      return seededRow(payload, `${place}.transactions[${number}]`, at, random)
    })
  })
  return {
    payer: config.payer ?? defaultPayer,
    provider: config.provider ?? defaultProvider,
    acknowledge: config.acknowledge ?? true,
    members: configuredMembers(config.members ?? []),
    adjudications: [...(config.adjudications ?? []), config.default_adjudication ?? { status: 'paid' }],
    transactions: MessageLog.create(received),
    claims: new Map(),
    waiting: new Map(),
  }
}

/** Copies a state. What was seeded is shared, so the cost does not depend on it. */
export function forkX12State(state: X12State): X12State {
  return {
    ...state,
    transactions: state.transactions.fork(),
    claims: new Map(state.claims),
    waiting: new Map(state.waiting),
  }
}

/** Carries out one effect. What comes from outside was checked where it came in: effects are taken as they are. */
export function applyX12Effect(state: X12State, effect: X12Effect): void {
  if (effect.op === 'record') {
    state.transactions.append(effect.row)
    return
  }
  const { claim } = effect
  state.claims.set(claim.claim_number, claim)
  if (claim.status === 'pending' && claim.decision !== null) state.waiting.set(claim.claim_number, claim)
  else state.waiting.delete(claim.claim_number)
}

function seededRow(payload: JsonValue, place: string, at: string, random: Random): TransactionRow {
  try {
    if (typeof payload !== 'string') throw new Error(`expected EDI text, got ${show(payload)}.`)
    const [first] = parseTransactions(payload)
    if (first === undefined) throw new Error('expected a transaction, ST to SE, got none.')
    const isInterchange = payload.trimStart().startsWith('ISA')
    const header = isInterchange ? parseInterchanges(payload)[0]?.header : undefined
    return {
      id: drawRowId(random),
      direction: 'received',
      transaction: setName(first),
      control_number: header?.element(13) ?? first.controlNumber ?? '',
      payload,
      at,
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`${place}: ${reason}`, { cause: error })
  }
}

function payloadsOf(config: JsonValue, place: string): readonly JsonValue[] {
  const transactions = isObject(config) ? config.transactions : undefined
  if (isArray(transactions)) return transactions
  throw new Error(`${place}: expected {"transactions":["ISA*00*…"]}, got ${show(config)}.`)
}

function isArray(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value)
}
