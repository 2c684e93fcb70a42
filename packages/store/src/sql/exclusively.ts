import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { StoreUnavailableError } from '../store.js'
import type { Database } from './database.js'
import { retryConflicts } from './retry-conflicts.js'
import { storageError } from './storage-error.js'

/** The number of the advisory lock of exclusive work; no other lock of carebench has it. */
const lock = 4_201_250_002
/** The time between two attempts, and between two checks of the connection. */
const pauseMs = 200

/**
 * Runs work while this process has the lock. The lock belongs to a connection, so it ends with the process. Polls
 * instead of waiting in the database, so that the statement timeout can stay in force for other statements. If the
 * connection ends, another process may begin: the signal of the work is aborted, and the call rejects with a {@link
 * StoreUnavailableError} whatever the work does.
 *
 * @param closing - ends the wait for the lock, and aborts the signal of the work; the call still waits until the work
 *   has ended
 */
export async function exclusively<Result>(
  db: Kysely<Database>,
  work: (signal: AbortSignal) => Promise<Result>,
  closing: AbortSignal,
): Promise<Result> {
  let isTaken = false
  const holding = db.connection().execute(async (connection) => {
    while (!(await tryLock(connection))) await pauseUnless(closing)
    isTaken = true
    const lost = new AbortController()
    const done = new AbortController()
    const loss = new Promise<never>((_, reject) => {
      lost.signal.addEventListener('abort', () => reject(lost.signal.reason))
    })
    const watched = watch(connection, done.signal, (cause) => {
      lost.abort(new StoreUnavailableError('The connection that held the lock of exclusive work has ended.', { cause }))
    })
    try {
      return await Promise.race([work(AbortSignal.any([lost.signal, closing])), loss])
    } finally {
      done.abort()
      await watched
      // The result is that of the work. If the database is unreachable, the connection has ended, with its lock.
      await sql`select pg_advisory_unlock(${sql.lit(lock)})`.execute(connection).catch(() => undefined)
    }
  })
  try {
    return await holding
  } catch (error) {
    // Errors of the work are passed through unchanged.
    throw isTaken ? error : storageError(error)
  }
}

async function tryLock(connection: Kysely<Database>): Promise<boolean> {
  const { rows } = await retryConflicts(() =>
    sql<{ taken: boolean }>`select pg_try_advisory_lock(${sql.lit(lock)}) as taken`.execute(connection),
  )
  return rows[0]?.taken === true
}

async function pauseUnless(closing: AbortSignal): Promise<void> {
  try {
    await sleep(pauseMs, undefined, { signal: closing })
  } catch (cause) {
    throw new StoreUnavailableError('The store was closed before its turn of exclusive work came.', { cause })
  }
}

/** Polls the connection until `done`; calls `onLost` if it has ended. */
async function watch(connection: Kysely<Database>, done: AbortSignal, onLost: (cause: unknown) => void): Promise<void> {
  while (!done.aborted) {
    // Only the end of the work interrupts a pause.
    await sleep(pauseMs, undefined, { signal: done }).catch(() => undefined)
    if (done.aborted) return
    try {
      await sql`select 1`.execute(connection)
    } catch (error) {
      onLost(error)
      return
    }
  }
}
