import { type Random, randomInteger } from '@carebench/protocol'
import type { Log } from '../log.js'
import { type Store, StoreUnavailableError, update, type Write } from '../store.js'

/**
 * The faults of a hostile store; each number is the probability, from 0 to 1, of the fault in one call. They are read
 * at each call, so a test can set up its data first and enable faults afterwards.
 */
export interface HostileOptions {
  readonly random: Random
  /** Before a commit, another writer rewrites a document whose revision the commit expects. Default 0. */
  readonly conflict?: number
  /** A call throws StoreUnavailableError and has no effect. Default 0. */
  readonly failBefore?: number
  /** A commit, append or claim takes effect, and then throws StoreUnavailableError. Default 0. */
  readonly failAfter?: number
  /** Waits between the steps of a call. Default: a random number of turns of the microtask queue. */
  readonly pause?: () => Promise<void>
}

/** A store that misbehaves in every way that the port permits, and in no other way. */
export interface HostileStore extends Store {
  /** Blocks every pending and new call until {@link resume}. */
  stall(): void
  resume(): void
}

/**
 * Wraps a store: values make a round trip through JSON, calls wait for random times, and faults and conflicts occur
 * with the given probabilities. A conflict is real: another write of the same content comes first.
 */
export function createHostileStore(store: Store, options: HostileOptions): HostileStore {
  const { random } = options
  const happens = (chance = 0) => random.uint32() < chance * 0x1_0000_0000
  const pause = options.pause ?? (() => waitTurns(randomInteger(random, 0, 4)))
  const gate = createGate()

  async function call<Result>(act: () => Promise<Result>, writes: boolean): Promise<Result> {
    await gate.pass()
    await pause()
    await gate.pass()
    if (happens(options.failBefore)) throw new StoreUnavailableError('The connection was refused.')
    const result = throughJson(await act())
    await pause()
    await gate.pass()
    if (writes && happens(options.failAfter))
      throw new StoreUnavailableError('The connection was lost after the commit was sent.')
    return result
  }
  const interfere = async (writes: readonly Write[]) => {
    for (const write of writes) {
      if (write.kind === 'insert' || !happens(options.conflict)) continue
      const present = await store.get(write.collection, write.kind === 'update' ? write.doc.id : write.id)
      if (present !== undefined) await store.commit([update(write.collection, present.doc, present.revision)])
    }
  }
  const log: Log = {
    read: (id, fromSeq, limit) => call(() => store.log.read(id, fromSeq, limit), false),
    head: (id) => call(() => store.log.head(id), false),
    append: (id, expectedSeq, entries, key) => {
      const sent = throughJson(entries)
      return call(() => store.log.append(id, expectedSeq, sent, key), true)
    },
  }
  return {
    log,
    get: (collection, id) => call(() => store.get(collection, id), false),
    getMany: async (collection, ids) => {
      const found = await call(() => store.getMany(collection, ids), false)
      // JSON has no undefined.
      return found.map((stored) => stored ?? undefined)
    },
    getByUnique: (collection, index, key) => call(() => store.getByUnique(collection, index, key), false),
    page: (collection, request) => call(() => store.page(collection, request), false),
    due: (collection, before, limit) => call(() => store.due(collection, before, limit), false),
    claim: (collection, before, until, limit) => call(() => store.claim(collection, before, until, limit), true),
    commit: (writes, appends, removedLogs) => {
      const sent = writes.map((write) => ('doc' in write ? { ...write, doc: throughJson(write.doc) } : { ...write }))
      const sentAppends = throughJson(appends)
      return call(async () => {
        await interfere(sent)
        return store.commit(sent, sentAppends, removedLogs)
      }, true)
    },
    ping: () => call(() => store.ping(), false),
    close: () => store.close(),
    stall: gate.close,
    resume: gate.open,
  }
}

function createGate() {
  let closed = Promise.resolve()
  let open = () => {}
  return {
    pass: () => closed,
    close: () => {
      open()
      closed = new Promise((resolve) => {
        open = resolve
      })
    },
    open: () => open(),
  }
}

async function waitTurns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await Promise.resolve()
}

function throughJson<Value>(value: Value): Value {
  return value === undefined ? value : JSON.parse(JSON.stringify(value))
}
