import { assertIndex } from '../assert-request.js'
import type { Collection, Document, DocumentKey } from '../collection.js'
import { createKeyReader, type DocumentKeys } from '../document-keys.js'
import type { FilterTerm, Page, PageRequest, Stored } from '../store.js'
import { SortedList } from './sorted-list.js'

/** A document with all its index keys, computed once when it is written. */
export interface IndexedDocument<Doc extends Document> extends DocumentKey, DocumentKeys {
  readonly doc: Doc
}

interface Row<Doc extends Document> extends DocumentKey {
  indexed: IndexedDocument<Doc>
  revision: number
  /** The due time of the document, or a later time while it is claimed. */
  dueAt: number | null
}

interface DueKey {
  readonly dueAt: number
  readonly id: string
}

const none: readonly string[] = []

/** The documents of one collection and the indexes over them. */
export class Table<Doc extends Document> {
  readonly #collection: Collection<Doc>
  readonly #readKeys: (doc: Doc) => DocumentKeys
  readonly #uniqueNames: readonly string[]
  readonly #filterNames: readonly string[]
  readonly #rows = new Map<string, Row<Doc>>()
  readonly #all = new SortedList<DocumentKey, Row<Doc>>(compareKeys)
  readonly #unique = new Map<string, Map<string, Row<Doc>>>()
  readonly #filters = new Map<string, Map<string, SortedList<DocumentKey, Row<Doc>>>>()
  readonly #due = new SortedList<DueKey, DueKey>(compareDue)

  constructor(collection: Collection<Doc>) {
    this.#collection = collection
    this.#readKeys = createKeyReader(collection)
    this.#uniqueNames = Object.keys(collection.unique)
    this.#filterNames = Object.keys(collection.filters)
    for (const name of this.#uniqueNames) this.#unique.set(name, new Map())
    for (const name of this.#filterNames) this.#filters.set(name, new Map())
  }

  /** Returns a second table with the same documents and revisions; the documents are frozen and shared. */
  copy(): Table<Doc> {
    const other = new Table<Doc>(this.#collection)
    for (const row of this.#all.above(null, this.#all.size)) {
      other.add(row.indexed, row.revision)
      if (row.dueAt !== null) other.postpone(row.id, row.dueAt)
    }
    return other
  }

  /** Computes the keys of a frozen document. */
  index(doc: Doc): IndexedDocument<Doc> {
    const { unique, filters, dueAt } = this.#readKeys(doc)
    return { doc, createdAt: doc.created_at, id: doc.id, unique, filters, dueAt }
  }

  get(id: string): Stored<Doc> | undefined {
    return toStored(this.#rows.get(id))
  }

  getIndexed(id: string): IndexedDocument<Doc> | undefined {
    return this.#rows.get(id)?.indexed
  }

  getByUnique(index: string, key: string): Stored<Doc> | undefined {
    return toStored(this.#uniqueIndex(index).get(key))
  }

  page(request: PageRequest): Page<Doc> {
    const { position, limit } = request
    const { list, accept } = this.#select(toTerms(request.filter))
    if (list === undefined) return { docs: [], more: false, behind: false }
    const key = position?.key ?? null
    const forward = position?.direction !== 'prev'
    const { items: rows, others } = list.readSide(forward ? 'below' : 'above', key, limit + 1, accept)
    const more = rows.length > limit
    if (more) rows.pop()
    if (!forward) rows.reverse()
    return { docs: rows.map((row) => row.indexed.doc), more, behind: position !== undefined && others }
  }

  due(before: number, limit: number): Stored<Doc>[] {
    const found: Stored<Doc>[] = []
    for (const { id, dueAt } of this.#due.above(null, limit)) {
      const stored = this.get(id)
      if (dueAt <= before && stored !== undefined) found.push(stored)
    }
    return found
  }

  /** Sets the due time of a document without writing the document. */
  postpone(id: string, until: number): void {
    const row = this.#rows.get(id)
    if (row !== undefined) this.#setDue(row, until)
  }

  add(indexed: IndexedDocument<Doc>, revision: number): void {
    const row: Row<Doc> = { createdAt: indexed.createdAt, id: indexed.id, indexed, revision, dueAt: null }
    this.#rows.set(row.id, row)
    this.#all.add(row)
    for (const name of this.#uniqueNames) this.#takeKey(name, indexed.unique[name], row)
    for (const name of this.#filterNames) {
      for (const value of indexed.filters[name] ?? none) this.#addToFilter(name, value, row)
    }
    this.#setDue(row, indexed.dueAt)
  }

  replace(indexed: IndexedDocument<Doc>, revision: number): void {
    const row = this.#rows.get(indexed.id)
    if (row === undefined) return
    const old = row.indexed
    row.indexed = indexed
    row.revision = revision
    for (const name of this.#uniqueNames) {
      const key = indexed.unique[name]
      if (old.unique[name] !== key) this.#releaseKey(name, old.unique[name], row)
      this.#takeKey(name, key, row)
    }
    for (const name of this.#filterNames) {
      const before = old.filters[name] ?? none
      const after = indexed.filters[name] ?? none
      for (const value of before) if (!after.includes(value)) this.#removeFromFilter(name, value, row)
      for (const value of after) if (!before.includes(value)) this.#addToFilter(name, value, row)
    }
    this.#setDue(row, indexed.dueAt)
  }

  delete(id: string): void {
    const row = this.#rows.get(id)
    if (row === undefined) return
    const { unique, filters } = row.indexed
    this.#rows.delete(id)
    this.#all.remove(row)
    for (const name of this.#uniqueNames) this.#releaseKey(name, unique[name], row)
    for (const name of this.#filterNames) {
      for (const value of filters[name] ?? none) this.#removeFromFilter(name, value, row)
    }
    this.#setDue(row, null)
  }

  #setDue(row: Row<Doc>, dueAt: number | null): void {
    if (row.dueAt === dueAt) return
    if (row.dueAt !== null) this.#due.remove({ dueAt: row.dueAt, id: row.id })
    if (dueAt !== null) this.#due.add({ dueAt, id: row.id })
    row.dueAt = dueAt
  }

  /** Returns the shortest list that contains every document with the terms, and a predicate for the other terms. */
  #select(terms: readonly FilterTerm[]) {
    let list: SortedList<DocumentKey, Row<Doc>> | undefined = this.#all
    let chosen: FilterTerm | undefined
    for (const term of terms) {
      const candidate = this.#filterIndex(term.name).get(term.value)
      if (candidate === undefined) return { list: undefined, accept: undefined }
      if (chosen === undefined || candidate.size < list.size) {
        list = candidate
        chosen = term
      }
    }
    const others = terms.filter((term) => term !== chosen)
    const accept = (row: Row<Doc>) =>
      others.every(({ name, value }) => row.indexed.filters[name]?.includes(value) === true)
    return { list, accept: others.length === 0 ? undefined : accept }
  }

  #takeKey(name: string, key: string | undefined, row: Row<Doc>): void {
    if (key !== undefined) this.#uniqueIndex(name).set(key, row)
  }

  /** Removes a key of a document, unless another document has taken it over in the same commit. */
  #releaseKey(name: string, key: string | undefined, row: Row<Doc>): void {
    if (key === undefined) return
    const index = this.#uniqueIndex(name)
    if (index.get(key) === row) index.delete(key)
  }

  #addToFilter(name: string, value: string, row: Row<Doc>): void {
    const index = this.#filterIndex(name)
    let list = index.get(value)
    if (list === undefined) {
      list = new SortedList<DocumentKey, Row<Doc>>(compareKeys)
      index.set(value, list)
    }
    list.add(row)
  }

  #removeFromFilter(name: string, value: string, row: Row<Doc>): void {
    const index = this.#filterIndex(name)
    const list = index.get(value)
    list?.remove(row)
    if (list?.size === 0) index.delete(value)
  }

  #uniqueIndex(name: string): Map<string, Row<Doc>> {
    return this.#unique.get(name) ?? this.#refuse('unique', name)
  }

  #filterIndex(name: string): Map<string, SortedList<DocumentKey, Row<Doc>>> {
    return this.#filters.get(name) ?? this.#refuse('filters', name)
  }

  #refuse(kind: 'unique' | 'filters', name: string): never {
    assertIndex(this.#collection, kind, name)
    throw new RangeError(`The collection ${this.#collection.name} has no list of ${name}.`)
  }
}

function toStored<Doc extends Document>(row: Row<Doc> | undefined): Stored<Doc> | undefined {
  return row && { doc: row.indexed.doc, revision: row.revision }
}

function toTerms(filter: PageRequest['filter']): readonly FilterTerm[] {
  if (filter === undefined) return []
  return 'name' in filter ? [filter] : filter
}

function compareKeys(a: DocumentKey, b: DocumentKey): number {
  // Most documents were created at different times.
  if (a.createdAt < b.createdAt) return -1
  if (a.createdAt !== b.createdAt) return 1
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

function compareDue(a: DueKey, b: DueKey): number {
  return a.dueAt - b.dueAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}
