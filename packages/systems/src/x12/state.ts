import type { JsonValue, Random, Steps } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { parseInterchanges, parseTransactions, type Transaction } from '@carebench/x12'
import { show } from '../json-shape.js'
import { MessageLog } from '../message-log.js'
import type { SeedDataset, SimulatorContext } from '../simulator.js'
import { defaultProvider, type X12Config } from './config.js'
import type { ClaimRow, Remittance } from './model/claim-row.js'
import { seededClaims } from './model/seeded-claims.js'
import { type ServedPayers, servedPayers } from './model/served-payer.js'
import { drawRowId, type TransactionRow, transactionName } from './model/transaction-row.js'

/** The state of the clearinghouse: its configuration, its interchanges, and the known claims. */
export interface X12State {
  readonly payers: ServedPayers
  readonly provider: { readonly name: string; readonly npi: string }
  readonly acknowledge: boolean
  readonly transactions: MessageLog<TransactionRow>
  /** By claim number, in order of arrival. */
  readonly claims: Map<string, ClaimRow>
  /** The pending remittances, by the id of their row. */
  readonly waiting: Map<string, Remittance>
}

/** Records an interchange, puts a claim, or schedules a remittance. Nothing is ever undone. */
export type X12Effect =
  | { readonly op: 'record'; readonly row: TransactionRow }
  | { readonly op: 'put_claim'; readonly claim: ClaimRow }
  | { readonly op: 'expect'; readonly remittance: Remittance }

/**
 * Builds the initial state of a published version: the transactions of all datasets of type `X12`, oldest ancestor
 * first, were exchanged before the agent began. The payer knows the claims that they contain. Works in steps. Throws an
 * Error that names the invalid transaction or configuration path.
 */
export function* seedX12State(
  config: X12Config,
  datasets: readonly SeedDataset[],
  { at, random }: SimulatorContext,
): Steps<X12State> {
  const seeded: SeededInterchange[] = []
  for (const [index, dataset] of datasets.entries()) {
    if (dataset.type !== 'X12') continue
    const place = `datasets[${index}].config`
    for (const [number, payload] of listPayloads(dataset.config, place).entries()) {
      yield
      seeded.push(seededInterchange(payload, `${place}.transactions[${number}]`, at, random))
    }
  }
  const claims = yield* seededClaims(
    seeded.flatMap(({ transactions }) => transactions),
    at,
  )
  return {
    payers: servedPayers(config),
    provider: config.provider ?? defaultProvider,
    acknowledge: config.acknowledge ?? true,
    transactions: MessageLog.create(seeded.map(({ row }) => row)),
    claims: new Map(claims.map((claim) => [claim.claim_number, claim])),
    waiting: new Map(),
  }
}

/** Copies a state. Seeded interchanges are shared; costs time proportional to the claims and the later interchanges. */
export function forkX12State(state: X12State): X12State {
  return {
    ...state,
    transactions: state.transactions.fork(),
    claims: new Map(state.claims),
    waiting: new Map(state.waiting),
  }
}

/** Applies one effect. Input was validated on arrival: effects are applied without further checks. */
export function applyX12Effect(state: X12State, effect: X12Effect): void {
  switch (effect.op) {
    case 'record':
      state.transactions.append(effect.row)
      state.waiting.delete(effect.row.id)
      return
    case 'put_claim':
      state.claims.set(effect.claim.claim_number, effect.claim)
      return
    case 'expect':
      state.waiting.set(effect.remittance.row.id, effect.remittance)
  }
}

/** The transaction sets that a provider sends. A seeded 278 is the payer's response. */
const sentSets: readonly string[] = ['270', '276', '837']

interface SeededInterchange {
  readonly row: TransactionRow
  readonly transactions: readonly Transaction[]
}

function seededInterchange(payload: JsonValue, place: string, at: string, random: Random): SeededInterchange {
  try {
    if (typeof payload !== 'string') throw new Error(`expected EDI text, got ${show(payload)}.`)
    const transactions = parseTransactions(payload)
    const [first] = transactions
    if (first === undefined) throw new Error('expected a transaction, ST to SE, got none.')
    const isInterchange = payload.trimStart().startsWith('ISA')
    const header = isInterchange ? parseInterchanges(payload)[0]?.header : undefined
    const row: TransactionRow = {
      id: drawRowId(random),
      direction: sentSets.includes(first.id ?? '') ? 'sent' : 'received',
      transaction: transactionName(first),
      control_number: header?.element(13) ?? first.controlNumber ?? '',
      payload,
      at,
    }
    return { row, transactions }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`${place}: ${reason}`, { cause: error })
  }
}

function listPayloads(config: JsonValue, place: string): readonly JsonValue[] {
  const transactions = isJsonObject(config) ? config.transactions : undefined
  if (isArray(transactions)) return transactions
  throw new Error(`${place}: expected {"transactions":["ISA*00*…"]}, got ${show(config)}.`)
}

function isArray(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value)
}
