import { constants } from 'node:buffer'
import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Transferred } from '@carebench/store/sql'
import { whyUnreadable } from '../../files/unreadable.js'
import { openStoreAt } from '../../serving/open-store.js'
import { UsageError } from '../../terminal/exit-reason.js'
import { jsonText } from '../../terminal/printable.js'
import { showProgress } from '../../terminal/progress.js'
import type { Terminal } from '../../terminal/terminal.js'

export interface TransferOptions {
  readonly data?: string
  readonly databaseUrl?: string
  readonly json?: boolean
}

/** The data to export, and the destination. */
export interface ExportOptions extends TransferOptions {
  readonly out: string
  /** The id of the only organization to export. */
  readonly organization?: string
}

/** Writes all data in a store, or one organization, to a file, which appears only when it is complete. */
export async function exportStore(terminal: Terminal, options: ExportOptions): Promise<void> {
  const { out, organization } = options
  if (existsSync(out)) throw new UsageError(`--out: ${out} exists already; name another file`)
  if (options.data !== undefined && !existsSync(join(options.data, 'carebench.json'))) {
    throw new UsageError(`--data: there is no store in ${options.data}`)
  }
  const done = await withStore(terminal, options, `Exporting to ${out}`, async (store) => {
    const part = `${out}.part`
    const counts = { documents: 0, entries: 0 }
    const selection = await toSelection(organization)
    const lines = store.exportLines(selection)
    async function* text() {
      for (;;) {
        const { value, done } = await lines.next()
        if (done === true) {
          Object.assign(counts, value)
          return
        }
        yield `${value}\n`
      }
    }
    try {
      await pipeline(Readable.from(text()), createWriteStream(part, { mode: 0o600, flush: true }))
      if (selection?.wasFound() === false)
        throw new UsageError(`--organization: there is no organization ${organization}`)
      renameSync(part, out)
    } catch (cause) {
      rmSync(part, { force: true })
      if (!(cause instanceof Error && 'syscall' in cause)) throw cause
      throw new UsageError(`--out: ${out} cannot be written: ${cause.message}`, { cause })
    } finally {
      // Ends the transaction of the export, so that the store can be closed.
      await lines.return(counts)
    }
    return counts
  })
  printTransfer(terminal, options, 'exported', done)
}

async function toSelection(organization: string | undefined) {
  if (organization === undefined) return undefined
  const { selectOrganization } = await import('@carebench/service')
  return selectOrganization(organization)
}

/** Writes an export into an empty store. */
export async function importStore(terminal: Terminal, file: string, options: TransferOptions): Promise<void> {
  if (!existsSync(file)) throw new UsageError(`${file} does not exist`)
  const done = await withStore(terminal, options, `Importing ${file}`, async (store) => {
    try {
      return await store.importLines(streamLines(file))
    } catch (cause) {
      if (cause instanceof Error && cause.name === 'ImportError')
        throw new UsageError(`${file}: ${cause.message}`, { cause })
      if (!(cause instanceof Error && 'syscall' in cause)) throw cause
      throw new UsageError(`${file} cannot be read: ${whyUnreadable(cause)}`, { cause })
    }
  })
  printTransfer(terminal, options, 'imported', done)
}

/**
 * Reads the lines of a file; opens the file when the first line is read. Lines end only at line feeds: Node's reader
 * also ends them at Unicode separators, which JSON leaves in texts.
 */
async function* streamLines(file: string): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of createReadStream(file, 'utf8')) {
    const [first = '', ...others] = String(chunk).split('\n')
    if (rest.length + first.length > constants.MAX_STRING_LENGTH) {
      throw new UsageError(
        `${file}: expected lines of at most ${constants.MAX_STRING_LENGTH} characters, as carebench store export ` +
          'writes them; got a longer one',
      )
    }
    rest += first
    const last = others.pop()
    if (last === undefined) continue
    yield rest
    yield* others
    rest = last
  }
  if (rest !== '') yield rest
}

function withStore(
  terminal: Terminal,
  { data, databaseUrl, json }: TransferOptions,
  step: string,
  work: (store: Awaited<ReturnType<typeof openStoreAt>>) => Promise<Transferred>,
): Promise<Transferred> {
  const { CAREBENCH_SERVE_DATA, CAREBENCH_SERVE_DATABASE_URL } = terminal.environment
  const isNamed = data !== undefined || databaseUrl !== undefined
  const place = isNamed ? { data, url: databaseUrl } : { data: CAREBENCH_SERVE_DATA, url: CAREBENCH_SERVE_DATABASE_URL }
  if (place.data === undefined && place.url === undefined) {
    throw new UsageError(
      'expected either --data with a folder or --database-url: a server that was started with neither keeps ' +
        'everything in memory, so there is nothing to export from or import into',
    )
  }
  return showProgress(terminal, { quiet: json === true }, async (progress) => {
    progress.step('Opening the database')
    const madeHere = place.data !== undefined && !existsSync(place.data) ? place.data : undefined
    const store = await openStoreAt(place)
    let isDone = false
    try {
      progress.step(step)
      const transferred = await work(store)
      isDone = true
      return transferred
    } finally {
      await store.close()
      // Removes a folder that this attempt created, so that the next attempt starts without it.
      if (!isDone && madeHere !== undefined) rmSync(madeHere, { recursive: true, force: true })
    }
  })
}

function printTransfer(terminal: Terminal, { json }: TransferOptions, what: string, done: Transferred): void {
  terminal.out(json === true ? jsonText(done) : `${what} ${done.documents} documents and ${done.entries} log entries\n`)
}
