/** The members of every stored document. Documents are JSON objects; members that are `undefined` are not stored. */
export interface Document {
  /** Unique in its collection. */
  readonly id: string
  /** RFC 3339 in UTC with milliseconds; never changes. Lists are ordered by it, then by `id`. */
  readonly created_at: string
}

/** The position of a document in the order of its collection. */
export interface DocumentKey {
  readonly createdAt: string
  readonly id: string
}

// Method syntax keeps a collection of tasks assignable to a collection of documents.
type UniqueKeyOf<Doc> = { of(doc: Doc): string | null }['of']
type FilterValueOf<Doc> = { of(doc: Doc): string | null | readonly string[] }['of']
type DueTimeOf<Doc> = { of(doc: Doc): number | null }['of']

/** The definition by which a store keeps and finds one kind of document. */
export interface CollectionDefinition<Doc extends Document> {
  /** Unique among the collections of a store, for example `task_runs`. */
  readonly name: string
  /** Unique keys, by the name of the index: at most one document may have a key. `null`: the document has none. */
  readonly unique?: Readonly<Record<string, UniqueKeyOf<Doc>>>
  /** Values that lists can be filtered by, by the name of the filter. A document with several values matches each. */
  readonly filters?: Readonly<Record<string, FilterValueOf<Doc>>>
  /** When the document is next due, in milliseconds since 1970; `null`: never. */
  readonly due?: DueTimeOf<Doc>
  /**
   * Version of the functions above, an integer of at least 1; default 1. Raise it whenever one of them returns another
   * result for existing documents: a persistent store then computes their keys again.
   */
  readonly indexVersion?: number
}

/**
 * A kind of document, as data, so that every store works from the same definition. Created by {@link defineCollection}.
 */
export interface Collection<Doc extends Document> {
  readonly name: string
  readonly unique: Readonly<Record<string, UniqueKeyOf<Doc>>>
  readonly filters: Readonly<Record<string, FilterValueOf<Doc>>>
  readonly due: DueTimeOf<Doc> | null
  readonly indexVersion: number
}

/**
 * Defines a collection. The functions must be pure: the same document always has the same keys, values and time.
 *
 * ```ts
 * const solvers = defineCollection<Solver>({
 *   name: 'solvers',
 *   unique: { alias: (solver) => `${solver.organization_id}/${solver.alias}` },
 *   filters: { organization: (solver) => solver.organization_id },
 * })
 * ```
 */
export function defineCollection<Doc extends Document>(definition: CollectionDefinition<Doc>): Collection<Doc> {
  return {
    name: definition.name,
    unique: definition.unique ?? {},
    filters: definition.filters ?? {},
    due: definition.due ?? null,
    indexVersion: definition.indexVersion ?? 1,
  }
}
