// Runs PostgreSQL in a thread of its own, which `embedded-engine.ts` starts and ends. It is JavaScript so that it also
// runs from the sources, without a build.
import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { brotliDecompressSync } from 'node:zlib'
import { PGlite, types } from '@electric-sql/pglite'

/** Maximum characters and rows of one message: the other thread reads a message in one piece. */
const portion = { characters: 256 * 1024, rows: 5000 }

/** @type {{ readonly dataDir?: string, readonly template?: string }} */
const { dataDir, template } = workerData

/** The rows that the other thread has not requested yet, by the number of the query. */
const left = new Map()
let queries = 0
let database

const calls = {
  async open() {
    database = await PGlite.create({
      ...(dataDir !== undefined && { dataDir }),
      ...(template !== undefined && {
        loadDataDir: new Blob([brotliDecompressSync(readFileSync(template))], { type: 'application/x-tar' }),
      }),
      // The other thread parses them, with pauses.
      parsers: { [types.JSON]: (text) => text },
    })
    return {}
  },
  async query(sql, parameters) {
    const { rows, affectedRows = 0, fields } = await database.query(sql, parameters)
    const json = fields.filter(({ dataTypeID }) => dataTypeID === types.JSON).map(({ name }) => name)
    const query = ++queries
    left.set(query, rows)
    return { ...nextRows(query), affectedRows, json, query }
  },
  more: async (query) => nextRows(query),
  async exec(sql) {
    await database.exec(sql)
    return {}
  },
  async dump() {
    return { tar: new Uint8Array(await (await database.dumpDataDir('none')).arrayBuffer()) }
  },
  async close() {
    await database.close()
    return {}
  },
}

function nextRows(query) {
  const all = left.get(query)
  let characters = 0
  let count = 0
  while (count < Math.min(all.length, portion.rows) && characters < portion.characters) {
    for (const value of Object.values(all[count])) characters += value?.length ?? 0
    count++
  }
  const rows = all.splice(0, count)
  if (all.length === 0) left.delete(query)
  return { rows, isLast: all.length === 0 }
}

parentPort?.on('message', async ({ call, args }) => {
  try {
    parentPort?.postMessage(await calls[call](...args))
    // Nothing else keeps the thread.
    if (call === 'close') parentPort?.close()
  } catch (error) {
    parentPort?.postMessage({ error: describe(error) })
  }
})

/** Copies an error with its code and severity, which an error sent to another thread loses. */
function describe(error) {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack, code, severity } = error
  return { name, message, stack, code, severity }
}
