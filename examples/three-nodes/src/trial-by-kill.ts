import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BalancerCounts, startBalancer } from './balancer.js'
import { type Ready, ServiceNode } from './node.js'
import { startPostgres } from './postgres.js'
import { workOnRun } from './work.js'

export interface TrialOptions {
  readonly runs: number
  /** Number of runs at the same time. */
  readonly concurrency: number
  /** The program that runs carebench, and its first arguments. */
  readonly carebench: readonly string[]
  /** An empty folder. */
  readonly folder: string
  readonly say: (line: string) => void
}

/** Numbers of all runs together. */
export interface Outcome {
  readonly runs: number
  readonly kills: number
  /** Acknowledged writes, each of which was read back. */
  readonly acknowledged: number
  /** Calls that were repeated because a node had ended. */
  readonly repeated: number
  readonly balancer: BalancerCounts
  /** One line for each error; empty if nothing was lost. */
  readonly wrong: readonly string[]
}

/**
 * Starts PostgreSQL, three nodes and a balancer. Makes runs while it kills one node after another and starts it again.
 */
export async function tryByKilling({ runs, concurrency, carebench, folder, say }: TrialOptions): Promise<Outcome> {
  const database = join(folder, 'postgres')
  mkdirSync(database)
  const postgres = await startPostgres(database)
  say(`${postgres.version} at ${postgres.url}`)
  // All nodes derive tokens from the secret, so each accepts tokens that another has issued.
  const secret = join(folder, 'secret')
  writeFileSync(secret, randomBytes(32), { mode: 0o600 })
  const serve = ['serve', '--port', '0', '--json', '--fixtures', 'prior-auth', '--trust-proxy', 'loopback']
  const command = [...carebench, ...serve, '--database-url', postgres.url, '--secret-file', secret]
  const nodes = ['a', 'b', 'c'].map((name) => new ServiceNode(name, command))
  const balancer = await startBalancer(nodes)
  try {
    const [keys] = await Promise.all(nodes.map((node) => node.start()))
    say(`three nodes behind ${balancer.url}`)
    const done = await workWhileKilling({ nodes, keys, runs, concurrency, baseUrl: balancer.url, say })
    return { runs, balancer: balancer.counts, ...done }
  } finally {
    for (const node of nodes) await node.kill()
    await balancer.close()
    postgres.stop()
  }
}

interface Work {
  readonly nodes: readonly ServiceNode[]
  readonly keys: Ready | undefined
  readonly runs: number
  readonly concurrency: number
  readonly baseUrl: string
  readonly say: (line: string) => void
}

async function workWhileKilling({ nodes, keys, runs, concurrency, baseUrl, say }: Work) {
  if (keys === undefined) throw new Error('There is no node.')
  const wrong: string[] = []
  let [begun, acknowledged, repeated, kills] = [0, 0, 0, 0]
  let killing: Promise<void> | undefined
  /** Kills the next node, unless another one is still down. */
  const kill = () => {
    killing ??= killNext().finally(() => {
      killing = undefined
    })
  }
  const killNext = async () => {
    const node = nodes[kills++ % nodes.length]
    await node?.kill()
    say(`killed ${node?.name} during run ${begun} of ${runs}`)
    await node?.start().catch((error) => wrong.push(String(error)))
  }
  const worker = async () => {
    while (begun < runs) {
      const number = ++begun
      const { solver_key: solverKey, organization_key: organizationKey } = keys
      try {
        const worked = await workOnRun({ baseUrl, solverKey, organizationKey, onWrite: kill })
        acknowledged += worked.acknowledged
        repeated += worked.repeated
        wrong.push(...worked.wrong)
      } catch (error) {
        wrong.push(`run ${number}: ${error}`)
      }
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  await killing
  return { acknowledged, repeated, kills, wrong }
}
