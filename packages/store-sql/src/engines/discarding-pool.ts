import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool } from 'pg'

/**
 * A pool that closes a connection on which anything but a statement has failed. The pool itself keeps it until it hears that the
 * connection has ended, and whoever gets it before fails too.
 */
export function discardingPool(pool: Pool): PostgresPool {
  return {
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      let failure: Error | undefined
      const query = async (sql: string, parameters: readonly unknown[]) => {
        try {
          return await client.query(sql, [...parameters])
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

/** Whether the server goes on with the connection: it says FATAL or PANIC otherwise, and errors of the network say neither. */
function isOfStatement(error: unknown): boolean {
  return error instanceof Error && 'severity' in error && error.severity === 'ERROR'
}
