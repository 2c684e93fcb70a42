import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { StoreUnavailableError } from '../../store.js'
import { parseLongJson } from './long-json.js'

/**
 * A pool that closes a connection on which anything other than a statement has failed. The plain pool would keep such a
 * connection until it learns that it has ended, and calls that get it before would fail too. Ending this pool rejects
 * all waiting calls at once; the plain pool would leave them waiting until their timeout.
 *
 * @param patience - milliseconds after which a server that has not answered a statement counts as gone: one that stands
 *   still, or that the network has lost, says nothing. Work that takes as long as it takes is in transactions, to which
 *   this does not apply
 */
export function discardingPool(pool: Pool, patience: number): PostgresPool {
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
          const answer = client.query(sql, [...parameters])
          const result = await (isInTransaction ? answer : answeredWithin(patience, answer))
          await parseLongJson(result.rows)
          return result
        } catch (error) {
          if (!isOfStatement(error)) failure = error instanceof Error ? error : new Error(String(error))
          throw error
        }
      }
      // The dialect gets no cursors, so there are no other queries.
      return { query, release: () => client.release(failure) } as unknown as PostgresPoolClient
    },
  }
}

/** The query in the form that Kysely writes. */
const beginsTransaction = /^(?:begin|start transaction)\b/

async function answeredWithin<Result>(patience: number, answer: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new StoreUnavailableError(`The database has not answered for ${patience / 1000} s.`))
    }, patience)
  })
  try {
    return await Promise.race([answer, silence])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Whether the server keeps the connection: the severity is FATAL or PANIC otherwise, and errors of the network have
 * none.
 */
function isOfStatement(error: unknown): boolean {
  return error instanceof Error && 'severity' in error && error.severity === 'ERROR'
}
