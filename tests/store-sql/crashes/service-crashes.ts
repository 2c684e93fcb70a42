import { setTimeout } from 'node:timers/promises'
import { createSeededRandom, type Random, randomInteger } from '@carebench/protocol'
import { type ServedProcess, startServed } from '../served.js'
import { BenchmarkLane } from './benchmark-lane.js'
import { assertSame, type Client, InterruptedError, insist, type Lane } from './lane.js'
import type { Place } from './place.js'
import { RunLane } from './run-lane.js'

/** The number of crashes, and the writes that were checked after them. */
export interface CrashFigures {
  readonly crashes: number
  /** Writes that were acknowledged, and compared after each crash. */
  readonly acknowledged: number
  /** Writes that a crash interrupted: each has taken effect completely or not at all. */
  readonly interrupted: number
}

export interface CrashOptions {
  readonly place: Place
  readonly crashes: number
  readonly seed: number
  /** Called after each comparison. */
  readonly onRound?: (figures: CrashFigures) => void
}

/**
 * Lets agents and authors work on `carebench serve`, kills it, the database server or both at random moments, starts
 * them again, and compares what is there with a model. Throws an Error at the first difference.
 */
export async function crashService({ place, crashes, seed, onRound }: CrashOptions): Promise<CrashFigures> {
  const random = createSeededRandom(seed)
  // What one lane draws does not depend on how fast the others are.
  const draws = () => createSeededRandom(random.uint32())
  const runLanes = [1, 2, 3].map(() => new RunLane(draws()))
  const lanes: readonly Lane[] = [...runLanes, ...['one', 'two'].map((name) => new BenchmarkLane(name, draws()))]
  const start = () => startServed(...place.flags, '--fixtures', 'prior-auth')
  let served = await start()
  const figures = { crashes: 0, acknowledged: 0, interrupted: 0 }
  try {
    for (; figures.crashes < crashes; figures.crashes++) {
      const client = toClient(served)
      const victim = place.draw(random)
      const work = workUntilInterrupted(lanes, client, random)
      await work.ripe
      if (victim !== 'process') place.crashServer()
      if (victim !== 'server') await served.kill()
      work.stop()
      const { acknowledged, interrupted } = await work.ended
      figures.acknowledged += acknowledged
      figures.interrupted += interrupted
      if (victim !== 'process') place.startServer()
      if (victim !== 'server') served = await start()
      await whenReady(served)
      await compare(toClient(served), lanes, runLanes)
      onRound?.({ ...figures, crashes: figures.crashes + 1 })
    }
  } finally {
    await served.kill()
  }
  return figures
}

function toClient({ ready, call }: ServedProcess): Client {
  return { organizationKey: ready.organization_key ?? '', solverKey: ready.solver_key ?? '', call }
}

/** All lanes work at the same time. `ripe` resolves at a random moment; `ended` once all of them have stopped. */
function workUntilInterrupted(lanes: readonly Lane[], client: Client, random: Random) {
  const wanted = randomInteger(random, 0, 40)
  const spins = randomInteger(random, 0, 30)
  let [acknowledged, interrupted] = [0, 0]
  let isStopped = false
  let reach = () => {}
  const reached = new Promise<void>((resolve) => {
    reach = resolve
  })
  const work = async (lane: Lane) => {
    while (!isStopped) {
      try {
        await lane.step(client)
        acknowledged++
        if (acknowledged >= wanted) reach()
      } catch (error) {
        if (!(error instanceof InterruptedError)) throw error
        interrupted++
        return
      }
    }
  }
  if (wanted === 0) reach()
  const ended = Promise.all(lanes.map(work)).then(() => ({ acknowledged, interrupted }))
  const ripe = Promise.race([reached, ended]).then(() => setTimeout(spins))
  return {
    ripe,
    ended,
    stop() {
      isStopped = true
    },
  }
}

/**
 * Waits until the server is ready. If only the database was killed, the server answers 503 until it has connected
 * again. It may close idle connections while a request is on its way, so that such a failure counts as not ready.
 */
async function whenReady({ call }: ServedProcess): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const status = await call('', 'GET', '/readyz').then(
      (answer) => answer.status,
      () => 'nothing',
    )
    if (status === 200) return
    if (attempt === 300) throw new Error(`/readyz is still answered ${status} a minute after the restart.`)
    await setTimeout(200)
  }
}

/**
 * Compares each lane with the server, then the list of runs: it must have the runs of all lanes, and may have others
 * whose creation was interrupted, which are deleted.
 */
async function compare(client: Client, lanes: readonly Lane[], runLanes: readonly RunLane[]): Promise<void> {
  for (const lane of lanes) await lane.check(client)
  const listed: string[] = []
  for (let cursor = ''; ; ) {
    const path = `/benchmark-runs?limit=100${cursor}`
    const { body } = await insist<RunPage>(client, [200], client.organizationKey, 'GET', path)
    listed.push(...body.data.map(({ id }) => id))
    if (body._meta.next === null) break
    cursor = `&cursor=${encodeURIComponent(body._meta.next)}`
  }
  const known = runLanes.flatMap(({ runs }) => runs)
  const unknown = listed.filter((id) => !known.includes(id))
  const created = runLanes.filter(({ mayHaveCreated }) => mayHaveCreated).length
  assertSame('whether other runs are there', unknown.length <= created, true, unknown)
  assertSame('the runs', listed.filter((id) => known.includes(id)).toSorted(), known.toSorted())
  for (const id of unknown) {
    await insist(client, [200], client.organizationKey, 'POST', `/benchmark-runs/${id}/cancel`)
    await insist(client, [204, 404], client.organizationKey, 'DELETE', `/benchmark-runs/${id}`)
  }
}

interface RunPage {
  readonly data: readonly { readonly id: string }[]
  readonly _meta: { readonly next: string | null }
}
