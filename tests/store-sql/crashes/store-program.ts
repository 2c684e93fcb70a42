import { createSeededRandom, type LogEntry, randomInteger } from '@carebench/protocol'
import {
  type Document,
  defineCollection,
  insert,
  type LogAppend,
  remove,
  type Store,
  type Stored,
  update,
  type Write,
} from '@carebench/store'
import { openEmbeddedStore, openPostgresStore } from '@carebench/store/sql'

/**
 * A random program on a store, which writes in concurrent lanes until it is killed. A step of a lane is one commit: it
 * writes the number of the step to several documents, appends it to the lane's log, and every now and then begins
 * another log and removes the former one. Between steps, a lane appends several entries at once to a log of its own. At
 * its start, it checks that no step or append is half done, and prints `state N…`: the number of steps of each lane,
 * then the number of appends of each. It prints `done INDEX N` for each that is acknowledged, with its index in
 * `state`.
 */
interface Plan {
  readonly folder?: string
  readonly url?: string
  readonly lanes: number
  readonly seed: number
}

interface Item extends Document {
  readonly lane: number
  readonly step: number
  readonly current: boolean
  readonly filling: string
}

const items = defineCollection<Item>({
  name: 'items',
  unique: {
    current: (item) => (item.current ? `${item.lane}` : null),
    step: (item) => `${item.lane}/${item.id}/${item.step}`,
  },
  filters: { lane: (item) => `${item.lane}`, step: (item) => [`${item.lane}/${item.step}`] },
  due: (item) => item.step,
})

const plan = JSON.parse(process.argv[2] ?? '') as Plan
const random = createSeededRandom(plan.seed)
/** Documents that each step of a lane writes. */
const written = 3
/** Number of steps whose documents a lane keeps; older ones are removed. */
const kept = 5
/** Number of steps after which a lane begins another log, and removes the one before. */
const eraLength = 7
const created_at = '2026-01-05T09:00:00.000Z'

const store: Store = await (plan.folder === undefined
  ? openPostgresStore(plan.url ?? '')
  : openEmbeddedStore(plan.folder))
const lanes = Array.from({ length: plan.lanes }, (_, lane) => lane)
const steps: number[] = []
const appends: number[] = []
for (const lane of lanes) {
  steps.push(await checkLane(lane))
  appends.push(await checkAppends(lane))
}
process.stdout.write(`state ${[...steps, ...appends].join(' ')}\n`)
await Promise.all(lanes.map((lane) => work(lane, steps[lane] ?? 0)))

function makeId(lane: number, name: string): string {
  return `${lane}-${name}`
}

/** Returns the number of the last step of a lane. Throws if a part of the step is missing, or is of another step. */
async function checkLane(lane: number): Promise<number> {
  const log = await store.log.read(makeId(lane, 'log'))
  const step = log.length
  const filter = { name: 'lane', value: `${lane}` }
  const { docs } = await store.page(items, { filter, limit: 100 })
  const numbers = Array.from({ length: written }, (_, number) => makeId(lane, `all-${number}`))
  const history = docs.filter(({ id }) => !numbers.includes(id)).map(({ step }) => step)
  const expected = Array.from({ length: Math.min(step, kept) }, (_, index) => step - index)
  const found = await store.getMany(items, numbers)
  const current = await store.getByUnique(items, 'current', `${lane}`)
  const era = Math.floor(step / eraLength)
  const eras = await Promise.all([era - 1, era, era + 1].map((number) => store.log.head(makeId(lane, `era-${number}`))))
  const checkpoints = (await store.log.checkpoints?.read(makeId(lane, 'log'), '1')) ?? []
  const dated = (await store.due(items, step, 1000)).filter(({ doc }) => doc.lane === lane)
  const facts = {
    log: log.map(({ seq }) => seq).join() === log.map((_, index) => index + 1).join(),
    history: history.toSorted((a, b) => b - a).join() === expected.join(),
    written: found.every((stored) => (stored?.doc.step ?? 0) === step),
    current: (current?.doc.step ?? 0) === step,
    due: dated.length === docs.length,
    eras: eras.map(({ nextSeq }) => nextSeq - 1).join() === [0, era === 0 ? 0 : 1, 0].join(),
    checkpoints: checkpoints.every(
      ({ content }, index) => content === (index + 1) * (store.log.checkpoints?.size ?? 0),
    ),
    filtered:
      (await store.page(items, { filter: { name: 'step', value: `${lane}/${step}` }, limit: 9 })).docs.length ===
      (step === 0 ? 0 : written + 1),
  }
  const wrong = Object.entries(facts).flatMap(([name, isRight]) => (isRight ? [] : [name]))
  if (wrong.length > 0)
    throw new Error(
      `Lane ${lane} is half at step ${step}: ${wrong.join(', ')} ${JSON.stringify({ history, expected })}`,
    )
  return step
}

/** Returns the number of entries of an append; a crash leaves all of them or none. */
function countEntries(append: number): number {
  return 1 + (append % 3)
}

/** Returns the number of appends to the second log of a lane. Throws if a part of one is missing. */
async function checkAppends(lane: number): Promise<number> {
  const { length } = await store.log.read(makeId(lane, 'appends'))
  let count = 0
  let end = 0
  while (end < length) end += countEntries(count++)
  if (end !== length) throw new Error(`Lane ${lane} has half an append: ${length} entries, expected ${end}.`)
  return count
}

function makeEntry(seq: number): LogEntry {
  return {
    seq,
    at: created_at,
    actor: 'system',
    action: { kind: 'wait' },
    effects: [],
    events: [],
    response: null,
    engine: '1',
  }
}

async function append(lane: number): Promise<void> {
  const log = makeId(lane, 'appends')
  const { nextSeq } = await store.log.head(log)
  const number = appends[lane] ?? 0
  const entries = Array.from({ length: countEntries(number) }, (_, index) => makeEntry(nextSeq + index))
  const appended = await store.log.append(log, nextSeq, entries, `${number}`)
  if (!appended.ok) throw new Error(`Lane ${lane} could not append: ${JSON.stringify(appended.failed)}`)
  appends[lane] = number + 1
  process.stdout.write(`done ${plan.lanes + lane} ${number + 1}\n`)
}

async function work(lane: number, from: number): Promise<never> {
  const all = await store.getMany(
    items,
    Array.from({ length: written }, (_, number) => makeId(lane, `all-${number}`)),
  )
  let present: (Stored<Item> | undefined)[] = [...all]
  const history: (Stored<Item> | undefined)[] = []
  for (let step = Math.max(1, from - kept + 1); step <= from; step++) {
    history.push(await store.get(items, makeId(lane, `step-${String(step).padStart(9, '0')}`)))
  }
  for (let step = from + 1; ; step++) {
    const filling = 'x'.repeat(randomInteger(random, 0, 9) === 0 ? randomInteger(random, 0, 20_000) : 50)
    const writes: Write[] = []
    const docs = present.map((stored, number): Item => {
      const doc = { id: makeId(lane, `all-${number}`), created_at, lane, step, current: false, filling }
      writes.push(stored === undefined ? insert(items, doc) : update(items, doc, stored.revision))
      return doc
    })
    const last = history.at(-1)
    if (last !== undefined) writes.push(update(items, { ...last.doc, current: false }, last.revision))
    const oldest = history.length === kept ? history.shift() : undefined
    if (oldest !== undefined) writes.push(remove(items, oldest.doc.id, oldest.revision))
    const own: Item = {
      id: makeId(lane, `step-${String(step).padStart(9, '0')}`),
      created_at,
      lane,
      step,
      current: true,
      filling,
    }
    writes.push(insert(items, own))
    const added: LogAppend[] = [{ log: makeId(lane, 'log'), expectedSeq: step, entries: [makeEntry(step)] }]
    const removed: string[] = []
    if (step % eraLength === 0) {
      const era = step / eraLength
      added.push({ log: makeId(lane, `era-${era}`), expectedSeq: 1, entries: [makeEntry(1)] })
      removed.push(makeId(lane, `era-${era - 1}`))
    }
    const committed = await store.commit(writes, added, removed)
    if (!committed.ok) throw new Error(`Lane ${lane} could not write step ${step}: ${JSON.stringify(committed.failed)}`)
    process.stdout.write(`done ${lane} ${step}\n`)
    const { revision } = committed
    present = docs.map((doc) => ({ doc, revision }))
    if (last !== undefined) history[history.length - 1] = { doc: { ...last.doc, current: false }, revision }
    history.push({ doc: own, revision })
    const { checkpoints } = store.log
    if (checkpoints !== undefined && step % checkpoints.size === 0) {
      const fromSeq = step - checkpoints.size + 1
      await checkpoints.add(makeId(lane, 'log'), '1', { fromSeq, content: step })
    }
    if (randomInteger(random, 0, 1) === 0) await append(lane)
  }
}
