import type { JsonObject, JsonValue } from '@carebench/protocol'
import { parseTransactions, type Transaction, validateTransaction } from '@carebench/x12'
import type { SeedDataset } from '../simulator.js'
import { x12Simulator as simulator } from '../x12/behaviour.js'
import type { X12Config } from '../x12/config.js'
import { beginning, contextAt, createSimulatorHost } from './simulator-host.js'

/** Returns a clearinghouse with its own clock, which advances with calls. */
export function openX12(config: X12Config, datasets: readonly SeedDataset[] = []) {
  const host = createSimulatorHost(simulator)
  const state = simulator.fork(simulator.seed(config, datasets, contextAt(beginning)))
  let end = beginning
  const post = (path: string, body: JsonValue | string, wait = 0): JsonObject => {
    const isEdi = typeof body === 'string'
    const headers = { accept: 'application/json', 'content-type': isEdi ? 'application/edi-x12' : 'application/json' }
    const call = { method: 'POST', path, query: '', headers, body: isEdi ? { text: body } : { json: body } }
    const ran = host.run(state, [{ wait, group: 'clearinghouse', call }], end)
    end = ran.end
    const answer = ran.outcomes[0]?.response?.body
    return (answer && 'json' in answer ? answer.json : {}) as JsonObject
  }
  /** Returns the exchanged transactions of one direction and set. Throws an Error if one violates its set. */
  const transactions = (direction: string, set: string): readonly Transaction[] =>
    (simulator.evidence(state).x12 ?? [])
      .filter((entry) => entry.direction === direction && entry.transaction === set)
      .flatMap(({ payload }) => parseTransactions(payload))
      .map((transaction) => {
        const problems = validateTransaction(transaction)
        if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join('\n'))
        return transaction
      })
  const seen = () =>
    (simulator.evidence(state).x12 ?? []).map(({ direction, transaction }) => `${direction} ${transaction}`)
  return { post, transactions, seen }
}
