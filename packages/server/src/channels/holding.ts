import type { Wire } from '@carebench/protocol'
import { type WiredSandboxDoc, wiredSandboxes } from '@carebench/service'
import { remove, type Store, type Stored, update } from '@carebench/store'

/** The holder id of a sandbox that no process holds. */
export const nobody = ''

/** The channels of a sandbox, as long as this process has them. */
export class Holding {
  readonly #store: Store
  readonly #holder: { isAlive(): boolean }
  #doc: WiredSandboxDoc
  /**
   * The channels that another process had opened, or this one before a restart; undefined for a sandbox that no process
   * has had.
   */
  readonly before: readonly Wire[] | undefined
  #revision: number
  #isLost = false
  #saving: Promise<void> = Promise.resolve()

  constructor(
    store: Store,
    holder: { isAlive(): boolean },
    { doc, revision }: Stored<WiredSandboxDoc>,
    before: readonly Wire[] | undefined,
  ) {
    this.#store = store
    this.#holder = holder
    this.#doc = doc
    this.#revision = revision
    this.before = before
  }

  /** The stored document. */
  get doc(): WiredSandboxDoc {
    return this.#doc
  }

  /**
   * Whether this process certainly holds the channels: no other process may have begun to deliver or to answer peers.
   */
  isHeld(): boolean {
    return !this.#isLost && this.#holder.isAlive()
  }

  /**
   * Stores a change; does nothing if another process has the sandbox. Rejects if the storage cannot be reached; save
   * again in that case.
   */
  save(change: Partial<Pick<WiredSandboxDoc, 'wires' | 'delivered'>>): Promise<void> {
    const saving = this.#saving.then(() => this.#write(change))
    this.#saving = saving.catch(() => undefined)
    return saving
  }

  /** Releases the sandbox, so that any process may take it. */
  async giveBack(): Promise<void> {
    const { id } = this.#doc
    if (this.before === undefined) await this.#store.commit([remove(wiredSandboxes, id, this.#revision)])
    else await this.#write({ holder: nobody, wires: this.before })
    this.#isLost = true
  }

  async #write(change: Partial<WiredSandboxDoc>): Promise<void> {
    while (!this.#isLost) {
      const doc = { ...this.#doc, ...change }
      const written = await this.#store.commit([update(wiredSandboxes, doc, this.#revision)])
      if (written.ok) {
        this.#doc = doc
        this.#revision = written.revision
        return
      }
      const stored = await this.#store.get(wiredSandboxes, doc.id)
      if (stored?.doc.holder === this.#doc.holder) {
        this.#doc = stored.doc
        this.#revision = stored.revision
      } else this.#isLost = true
    }
  }
}
