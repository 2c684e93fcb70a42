import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { StoreUnavailableError } from '../../store.js'
import { parseLongJson } from './long-json.js'

/**
 * Returns a pool that closes a connection on which anything other than a statement has failed. A plain pool would keep
 * such a connection until it notices that it has ended, and calls that get it before would fail too. Ending this pool
 * rejects all waiting calls at once; a plain pool would leave them waiting until their timeout.
 *
 * @param timeoutMs - how long to wait for the response to a statement before the server counts as unreachable: a frozen
 *   server, or one behind a broken network, does not close the connection. Does not apply in transactions, which may
 *   take any time
 */
export function discardingPool(pool: Pool, timeoutMs: number): PostgresPool {
  const waiting = new Set<(error: Error) => void>()
  const acquire = () =>
    new Promise<PoolClient>((resolve, reject) => {
      waiting.add(reject)
      pool.connect().then(
        (client) => {
          if (waiting.delete(reject)) resolve(client)
          else client.release()
        },
        (error) => {
          waiting.delete(reject)
          reject(error)
        },
      )
    })
  return {
    end() {
      for (const refuse of waiting) refuse(new StoreUnavailableError('The store has been closed.'))
      waiting.clear()
      return pool.end()
    },
    async connect() {
      const client = await acquire()
      let failure: Error | undefined
      let isInTransaction = false
      const query = async (sql: string, parameters: readonly unknown[]) => {
        if (beginsTransaction.test(sql)) isInTransaction = true
        try {
          const response = client.query(sql, [...parameters])
          const result = await (isInTransaction ? response : withTimeout(timeoutMs, response))
          await parseLongJson(result.rows)
          return result
        } catch (error) {
          if (!keepsConnection(error)) failure = error instanceof Error ? error : new Error(String(error))
          throw error
        }
      }
      // The dialect gets no cursors, so there are no other queries.
      return { query, release: () => client.release(failure) } as unknown as PostgresPoolClient
    },
  }
}

/** Matches the statements with which Kysely begins a transaction. */
const beginsTransaction = /^(?:begin|start transaction)\b/

async function withTimeout<Result>(timeoutMs: number, response: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new StoreUnavailableError(`The database did not respond within ${timeoutMs / 1000} s.`))
    }, timeoutMs)
  })
  try {
    return await Promise.race([response, timeout])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Whether the server keeps the connection after an error. If it closes it, the severity is FATAL or PANIC; errors of
 * the network have no severity.
 */
function keepsConnection(error: unknown): boolean {
  return error instanceof Error && 'severity' in error && error.severity === 'ERROR'
}
