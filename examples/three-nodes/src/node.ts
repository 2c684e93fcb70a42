import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'

/** What a node prints when it is ready. The keys are the same on all nodes, because they share a secret. */
export interface Ready {
  readonly url: string
  readonly organization_key: string
  readonly solver_key: string
}

/** One process of the service, which can be killed and restarted. */
export class ServiceNode {
  readonly name: string
  readonly #command: readonly string[]
  #child: ChildProcess | null = null
  #port: number | null = null

  /** @param command - starts `carebench serve` with `--port 0 --json`, so that it prints one line when it is ready */
  constructor(name: string, command: readonly string[]) {
    this.name = name
    this.#command = command
  }

  /** The port on loopback; null while the node is not ready. */
  get port(): number | null {
    return this.#port
  }

  /** Starts the process and resolves when it is ready. Throws an Error with its stderr if it ends before that. */
  async start(): Promise<Ready> {
    const [file = '', ...args] = this.#command
    const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    this.#child = child
    const errors = text(child.stderr)
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    const failed = new Promise<never>((_, reject) => child.once('error', reject))
    const line = await Promise.race([lines.next(), failed])
    if (line.done === true) throw new Error(`The node ${this.name} ended: ${await errors}`)
    const ready: Ready = JSON.parse(line.value)
    this.#port = Number(new URL(ready.url).port)
    return ready
  }

  /** Kills the process with SIGKILL, as if its machine failed, and resolves when it has ended. */
  async kill(): Promise<void> {
    const child = this.#child
    this.#child = null
    this.#port = null
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
  }
}
