import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { StoreUnavailableError } from '../../store.js'

/**
 * A pool that closes a connection on which anything but a statement has failed. The pool itself keeps it until it hears
 * that the connection has ended, and anyone who gets it before fails too. Its end refuses at once anyone who waits for
 * a connection; the pool itself forgets them until their time is up.
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
          return await (isInTransaction ? answer : answeredWithin(patience, answer))
        } catch (error) {
          if (!isOfStatement(error)) failure = error instanceof Error ? error : new Error(String(error))
          throw error
        }
      }
      // Without cursors, which the dialect is not given, there are no other queries.
      return { query, release: () => client.release(failure) } as unknown as PostgresPoolClient
    },
  }
}

/** As Kysely writes it. */
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
 * Whether the server goes on with the connection: it says FATAL or PANIC otherwise, and errors of the network say
 * neither.
 */
function isOfStatement(error: unknown): boolean {
  return error instanceof Error && 'severity' in error && error.severity === 'ERROR'
}
