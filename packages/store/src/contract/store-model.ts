import type { PagePosition } from '@carebench/pagination'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Collection } from '../collection.js'
import { type CommitFailure, check, type FilterTerm, insert, remove, type Store, update, type Write } from '../store.js'
import { defineNotes, makeNote, type Note } from './note.js'

/** The simplest possible store: every query scans all documents. */
class Model {
  readonly notes = new Map<string, { readonly note: Note; readonly revision: number }>()
  /** When claims end, by the id of the document. */
  readonly claims = new Map<string, number>()

  /** Returns all conditions that do not hold, each as `index reason`. */
  violations(plans: readonly Plan[]): string[] {
    const found: string[] = []
    const after = new Map([...this.notes].map(([id, { note }]) => [id, note]))
    for (const [index, plan] of plans.entries()) {
      const present = this.notes.get(plan.note.id)
      if (plan.kind === 'insert' && present !== undefined) found.push(`${index} exists`)
      if (plan.kind !== 'insert' && present === undefined) found.push(`${index} missing`)
      if (plan.kind !== 'insert' && present !== undefined && plan.stale) found.push(`${index} revision`)
      if (plan.kind === 'delete') after.delete(plan.note.id)
      else if (plan.kind !== 'check') after.set(plan.note.id, plan.note)
    }
    for (const [index, { kind, note }] of plans.entries()) {
      if (kind !== 'insert' && kind !== 'update') continue
      const holders = [...after.values()].filter((other) => note.alias !== null && other.alias === note.alias)
      if (holders.length > 1) found.push(`${index} unique`)
    }
    return found
  }

  apply(plans: readonly Plan[], revision: number): void {
    for (const { kind, note } of plans) {
      if (kind !== 'check') this.claims.delete(note.id)
      if (kind === 'delete') this.notes.delete(note.id)
      else if (kind !== 'check') this.notes.set(note.id, { note, revision })
    }
  }

  due(before: number, limit: number): Note[] {
    const dueAt = (note: Note) => this.claims.get(note.id) ?? note.due_at ?? Number.POSITIVE_INFINITY
    return this.list((note) => dueAt(note) <= before)
      .sort((a, b) => dueAt(a) - dueAt(b) || (a.id < b.id ? -1 : 1))
      .slice(0, limit)
  }

  list(accept: (note: Note) => boolean): Note[] {
    const key = (note: Note) => `${note.created_at} ${note.id}`
    return [...this.notes.values()]
      .map(({ note }) => note)
      .filter(accept)
      .sort((a, b) => (key(a) < key(b) ? 1 : -1))
  }
}

interface Plan {
  readonly kind: Write['kind']
  readonly note: Note
  readonly stale: boolean
}

interface Real {
  readonly store: Store
  readonly notes: Collection<Note>
}

type NoteCommand = fc.AsyncCommand<Model, Real>

/** Defines the test that random sequences of commits and reads return what a simple model returns. */
export function storeModelContract(createStore: () => Store | Promise<Store>, numRuns: number): void {
  it('behaves like a simple model', async () => {
    await fc.assert(
      fc.asyncProperty(fc.commands([commits, pages, dues, claims, lookups], { maxCommands: 40 }), async (commands) => {
        await fc.asyncModelRun(
          async () => ({ model: new Model(), real: { store: await createStore(), notes: defineNotes() } }),
          commands,
        )
      }),
      { numRuns },
    )
  })
}

// Few ids, and mostly one write per commit, so that many updates and removals find an existing document.
const numbers = fc.nat(5)
const plans: fc.Arbitrary<Plan> = fc
  .record({
    kind: fc.constantFrom('insert', 'insert', 'insert', 'update', 'update', 'delete', 'check'),
    number: numbers,
    stale: fc.nat(4).map((chance) => chance === 0),
    alias: fc.option(fc.constantFrom('a', 'b', 'c')),
    owner: fc.option(fc.constantFrom('x', 'y')),
    tags: fc.array(fc.constantFrom('p', 'q'), { maxLength: 3 }),
    due_at: fc.option(fc.nat(5)),
    text: fc.string({ maxLength: 3 }),
  })
  .map(({ kind, number, stale, ...rest }) => ({ kind, stale, note: makeNote(number, rest) }))

const commits = fc.uniqueArray(plans, { minLength: 1, maxLength: 4, selector: ({ note }) => note.id }).map(
  (planned): NoteCommand => ({
    check: () => true,
    async run(model, { store, notes }) {
      const result = await store.commit(planned.map((plan) => toWrite(notes, plan, model)))
      const violations = model.violations(planned)
      if (result.ok) {
        expect(violations).toEqual([])
        model.apply(planned, result.revision)
      } else {
        expect(violations).toContain(describeFailure(result.failed))
      }
      for (const { note } of planned) {
        const present = model.notes.get(note.id)
        expect(await store.get(notes, note.id)).toEqual(present && { doc: present.note, revision: present.revision })
      }
    },
    toString: () => `commit(${JSON.stringify(planned)})`,
  }),
)

const pages = fc
  .record({
    owner: fc.option(fc.constantFrom('x', 'y')),
    tags: fc.uniqueArray(fc.constantFrom('p', 'q')),
    position: fc.option(fc.record({ direction: fc.constantFrom('next' as const, 'prev' as const), number: numbers })),
    limit: fc.integer({ min: 1, max: 5 }),
  })
  .map(
    ({ owner, tags, position, limit }): NoteCommand => ({
      check: () => true,
      async run(model, { store, notes }) {
        const filter: FilterTerm[] = tags.map((value) => ({ name: 'tag', value }))
        if (owner !== null) filter.push({ name: 'owner', value: owner })
        const all = model.list(
          (note) => (owner === null || note.owner === owner) && tags.every((tag) => note.tags.includes(tag)),
        )
        const { id, created_at: createdAt } = makeNote(position?.number ?? 0)
        const from: PagePosition | undefined =
          position === null ? undefined : { direction: position.direction, key: { createdAt, id } }
        const older = all.filter((note) => from === undefined || note.id < id)
        const newer = all.filter((note) => note.id > id)
        const forward = from?.direction !== 'prev'
        const docs = forward ? older.slice(0, limit) : newer.slice(-limit)
        const more = (forward ? older : newer).length > limit
        const beyond = (forward ? older : newer).length - docs.length
        const behind = from !== undefined && all.length - docs.length - beyond > 0
        expect(await store.page(notes, { filter, position: from, limit })).toEqual({ docs, more, behind })
      },
      toString: () => `page(${JSON.stringify({ owner, tags, position, limit })})`,
    }),
  )

const dues = fc.tuple(fc.nat(5), fc.integer({ min: 1, max: 4 })).map(
  ([before, limit]): NoteCommand => ({
    check: () => true,
    async run(model, { store, notes }) {
      expect((await store.due(notes, before, limit)).map(({ doc }) => doc)).toEqual(model.due(before, limit))
    },
    toString: () => `due(${before}, ${limit})`,
  }),
)

const claims = fc.tuple(fc.nat(5), fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 4 })).map(
  ([before, time, limit]): NoteCommand => ({
    check: () => true,
    async run(model, { store, notes }) {
      const claimed = await store.claim(notes, before, before + time, limit)
      expect(claimed.map(({ doc }) => doc)).toEqual(model.due(before, limit))
      for (const { doc } of claimed) model.claims.set(doc.id, before + time)
    },
    toString: () => `claim(${before}, ${before + time}, ${limit})`,
  }),
)

const lookups = fc.constantFrom('a', 'b', 'c').map(
  (alias): NoteCommand => ({
    check: () => true,
    async run(model, { store, notes }) {
      const [expected] = model.list((note) => note.alias === alias)
      expect((await store.getByUnique(notes, 'alias', alias))?.doc).toEqual(expected)
    },
    toString: () => `getByUnique(${alias})`,
  }),
)

function toWrite(notes: Collection<Note>, { kind, note, stale }: Plan, model: Model): Write {
  const revision = (model.notes.get(note.id)?.revision ?? 1) - (stale ? 1 : 0)
  switch (kind) {
    case 'insert':
      return insert(notes, note)
    case 'update':
      return update(notes, note, revision)
    case 'delete':
      return remove(notes, note.id, revision)
    case 'check':
      return check(notes, note.id, revision)
  }
}

function describeFailure(failed: CommitFailure): string {
  return `${failed.index} ${failed.reason}`
}
