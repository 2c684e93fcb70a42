import { afterAll, beforeAll, expect, it } from 'vitest'
import { EmbeddedEngine, EngineEndedError } from './embedded-engine.js'
import { findFile, findTemplate } from './folder-template.js'

let engine: EmbeddedEngine
beforeAll(async () => {
  // A template, where a checkout has one, saves seconds.
  const template = findFile(findTemplate())
  engine = await EmbeddedEngine.open(template === undefined ? {} : { template })
})
afterAll(() => engine.abandon())

/** Counts the turns of the event loop until a promise settles. */
async function countTurns(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let isOver = false
  const count = () => {
    turns++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  await work()
  isOver = true
  return turns
}

it('lets other work run during a statement', async () => {
  const slow = 'select count(*) from generate_series(1, 300000) as n'
  expect(await countTurns(() => engine.query(slow, []))).toBeGreaterThan(20)
})

it('returns large results complete and in order, and pauses while it parses rows', async () => {
  const text = 'é"\\ '.repeat(10_000)
  const rows = `select n, json_build_object('text', $1::text, 'n', n) as doc from generate_series(1, 60) as n`
  let parsed = 0
  const parse = JSON.parse
  const most = { inOneTurn: 0, now: 0 }
  JSON.parse = (json: string) => {
    parsed += json.length
    most.now += json.length
    most.inOneTurn = Math.max(most.inOneTurn, most.now)
    return parse(json)
  }
  let isOver = false
  const turn = () => {
    most.now = 0
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  try {
    const expected = Array.from({ length: 60 }, (_, at) => ({ n: at + 1, doc: { text, n: at + 1 } }))
    const results = await Promise.all([1, 2].map(() => engine.query(rows, [text])))
    expect(results.map((result) => result.rows)).toEqual([expected, expected])
  } finally {
    isOver = true
    JSON.parse = parse
  }
  expect(most.inOneTurn).toBeLessThan(parsed / 4)
})

it('rejects with the errors of the database, including their codes, and stays usable', async () => {
  await expect(engine.query('select 1/0', [])).rejects.toMatchObject({ code: '22012', severity: 'ERROR' })
  const both = [engine.query('select $1::text as x', ['a']), engine.query('select $1::text as x', ['b'])]
  expect((await Promise.all(both)).map(({ rows }) => rows)).toEqual([[{ x: 'a' }], [{ x: 'b' }]])
})

it('rejects with the error of the database for files that it cannot open', async () => {
  await expect(EmbeddedEngine.open({ dataDir: '/dev/null/data' })).rejects.toThrow(/ENOTDIR|not a directory/i)
})

it('rejects pending and later calls once its thread has ended', async () => {
  const waiting = expect(engine.query('select pg_sleep(60)', [])).rejects.toThrow(EngineEndedError)
  await engine.abandon()
  await waiting
  expect(engine.isClosed).toBe(true)
  await expect(engine.query('select 1', [])).rejects.toThrow(EngineEndedError)
})
