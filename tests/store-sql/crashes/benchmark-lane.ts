import { type Random, randomInteger } from '@carebench/protocol'
import { ask, assertSame, type Client, insist, type Lane } from './lane.js'

interface Benchmark {
  readonly id: string
  readonly name: string
  readonly description: string | null
}

type Pending = { readonly kind: 'create' | 'delete' } | { readonly kind: 'describe'; readonly description: string }

/** Creates, changes and deletes one benchmark after another, all with the same name: only one may have it at a time. */
export class BenchmarkLane implements Lane {
  readonly #name: string
  readonly #random: Random
  #benchmark: Benchmark | null = null
  #pending: Pending | null = null

  constructor(name: string, random: Random) {
    this.#name = name
    this.#random = random
  }

  async step(client: Client): Promise<void> {
    this.#pending = this.#draw()
    await this.#send(client, this.#pending)
    this.#pending = null
  }

  async check(client: Client): Promise<void> {
    const { body: page } = await insist<{ data: Benchmark[] }>(
      client,
      [200],
      client.organizationKey,
      'GET',
      '/benchmarks?limit=100',
    )
    const own = page.data.filter(({ name }) => name === this.#name).map(pick)
    const before = this.#benchmark === null ? [] : [this.#benchmark]
    const pending = this.#pending
    if (pending === null) assertSame(`the benchmark ${this.#name}`, own, before)
    else if (pending.kind === 'create') assertSame(`benchmarks ${this.#name}`, own.length <= 1, true, own)
    else if (own.length > 0 || pending.kind === 'describe') {
      const after =
        pending.kind === 'describe' ? before.map((one) => ({ ...one, ...pick({ ...one, ...pending }) })) : before
      const isNew = JSON.stringify(own) === JSON.stringify(after)
      assertSame(`the benchmark ${this.#name}`, own, isNew ? after : before)
    }
    const [present] = own
    if (pending?.kind === 'create' && present !== undefined) this.#benchmark = present
    else if (pending !== null) await this.#send(client, pending, own.length === 0)
    this.#pending = null
  }

  #draw(): Pending {
    if (this.#benchmark === null) return { kind: 'create' }
    if (randomInteger(this.#random, 0, 3) === 0) return { kind: 'delete' }
    return { kind: 'describe', description: `as of ${this.#random.uint32()}` }
  }

  async #send(client: Client, pending: Pending, isGone = false): Promise<void> {
    const { organizationKey } = client
    const path = `/benchmarks/${this.#benchmark?.id}`
    if (pending.kind === 'create') {
      const body = { name: this.#name }
      const created = await ask<Benchmark>(client, [201], organizationKey, 'POST', '/benchmarks', body)
      this.#benchmark = pick(created.body)
    } else if (pending.kind === 'describe') {
      const { description } = pending
      const changed = await ask<Benchmark>(client, [200], organizationKey, 'PATCH', path, { description })
      this.#benchmark = pick(changed.body)
    } else {
      await ask(client, [isGone ? 404 : 204], organizationKey, 'DELETE', path)
      this.#benchmark = null
    }
  }
}

function pick({ id, name, description }: Benchmark): Benchmark {
  return { id, name, description }
}
