// Runs PostgreSQL in a thread of its own, which `embedded-engine.ts` starts and ends. JavaScript, so that it runs as it
// is from the sources too.
import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { brotliDecompressSync } from 'node:zlib'
import { PGlite, types } from '@electric-sql/pglite'

/** Characters of rows in one message: the other thread reads a message in one piece. */
const portion = 256 * 1024

/** @type {{ readonly dataDir?: string, readonly template?: string }} */
const { dataDir, template } = workerData

/** What is left of the rows of the last query. */
let left = []
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
    left = rows
    return { ...nextRows(json), affectedRows, json }
  },
  /** More rows of the last query. */
  more: async (json) => nextRows(json),
  /** Several statements without a result. */
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

function nextRows(json) {
  let characters = 0
  let count = 0
  while (count < left.length && characters < portion) {
    for (const name of json) characters += left[count][name]?.length ?? 0
    count++
  }
  return { rows: left.splice(0, count), isLast: left.length === 0 }
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

/** Its members too: an error that is sent to another thread loses them. Not all that the database throws is an error. */
function describe(error) {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack, code, severity } = error
  return { name, message, stack, code, severity }
}
