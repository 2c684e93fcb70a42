import { finish, type JsonObject, type JsonValue, type Steps } from '@carebench/protocol'
import type { Ranked } from '../../rest/list-page.js'

interface Entry<Row> {
  /** Rank in creation order. */
  readonly position: number
  readonly row: Row
}

/** Rows by id, and ids by the value of each indexed member. Iterates in the order in which ids were first put. */
class Layer<Row extends JsonObject> {
  readonly entries = new Map<string, Entry<Row>>()
  readonly ids = new Map<string, Map<string, Set<string>>>()

  constructor(readonly indexed: readonly string[]) {
    for (const key of indexed) this.ids.set(key, new Map())
  }

  set(id: string, entry: Entry<Row>): void {
    const before = this.entries.get(id)
    this.entries.set(id, entry)
    for (const [key, byValue] of this.ids) {
      const old: JsonValue | undefined = before?.row[key]
      const value: JsonValue | undefined = entry.row[key]
      if (old === value) continue
      if (typeof old === 'string') byValue.get(old)?.delete(id)
      if (typeof value !== 'string') continue
      const ids = byValue.get(value)
      if (ids) ids.add(id)
      else byValue.set(value, new Set([id]))
    }
  }

  find(key: string, value: string): Iterable<string> {
    return this.ids.get(key)?.get(value) ?? []
  }
}

/** The number of rows put in a table per step. */
const rowsOfStep = 256

/**
 * The rows of one resource, copy-on-write: forks share an immutable base, and each keeps its own changes.
 *
 * Rows are in creation order; putting a row under an existing id replaces it in place. Lookup by id, or by a string
 * value of an indexed member, takes constant time. Rows are never mutated.
 */
export class PortalTable<Row extends JsonObject> {
  private added = 0

  private constructor(
    private readonly base: Layer<Row>,
    private readonly changes: Layer<Row>,
  ) {}

  /** Creates a table with `rows` as its base. A later row with the same id replaces the earlier one in place. */
  static create<Row extends JsonObject>(
    rows: Iterable<readonly [id: string, row: Row]>,
    indexed: readonly string[],
  ): PortalTable<Row> {
    return finish(PortalTable.createInSteps(rows, indexed))
  }

  /** {@link create} in steps. */
  static *createInSteps<Row extends JsonObject>(
    rows: Iterable<readonly [id: string, row: Row]>,
    indexed: readonly string[],
  ): Steps<PortalTable<Row>> {
    const base = new Layer<Row>(indexed)
    for (const [id, row] of rows) {
      if (base.entries.size % rowsOfStep === 0) yield
      base.set(id, { position: base.entries.get(id)?.position ?? base.entries.size, row })
    }
    return new PortalTable(base, new Layer<Row>(indexed))
  }

  get size(): number {
    return this.base.entries.size + this.added
  }

  get(id: string): Row | undefined {
    return this.entry(id)?.row
  }

  put(id: string, row: Row): void {
    const before = this.entry(id)
    this.changes.set(id, { position: before?.position ?? this.size, row })
    if (!before) this.added++
  }

  /** Returns all rows in creation order. */
  rows(): Row[] {
    const rows: Row[] = []
    for (const [id, { row }] of this.base.entries) rows.push(this.changes.entries.get(id)?.row ?? row)
    for (const [id, { row }] of this.changes.entries) if (!this.base.entries.has(id)) rows.push(row)
    return rows
  }

  /** Returns the rows whose indexed member `key` is `value`, in creation order. */
  find(key: string, value: string): Row[] {
    return this.findEntries(key, value).map(({ row }) => row)
  }

  /**
   * Returns all rows, or those whose indexed member `key` is `value`, newest first. The oldest of all rows has rank 1.
   */
  newestFirst(by?: { readonly key: string; readonly value: string }): Ranked<Row>[] {
    const entries =
      by === undefined ? this.rows().map((row, position) => ({ position, row })) : this.findEntries(by.key, by.value)
    return entries.reverse().map(({ position, row }) => ({ rank: position + 1, item: row }))
  }

  /** Returns a copy that changes independently, in time proportional to the number of changes since the base. */
  fork(): PortalTable<Row> {
    const changes = new Layer<Row>(this.changes.indexed)
    for (const [id, entry] of this.changes.entries) changes.set(id, entry)
    const copy = new PortalTable(this.base, changes)
    copy.added = this.added
    return copy
  }

  private findEntries(key: string, value: string): Entry<Row>[] {
    const found: Entry<Row>[] = []
    for (const id of this.base.find(key, value)) {
      const entry = this.base.entries.get(id)
      if (entry && !this.changes.entries.has(id)) found.push(entry)
    }
    for (const id of this.changes.find(key, value)) {
      const entry = this.changes.entries.get(id)
      if (entry) found.push(entry)
    }
    return found.sort((a, b) => a.position - b.position)
  }

  private entry(id: string): Entry<Row> | undefined {
    return this.changes.entries.get(id) ?? this.base.entries.get(id)
  }
}
