import { formatInstant } from '@carebench/protocol'
import { type Document, defineCollection, insert, type Store, update } from '@carebench/store'

/** A page that answered a form. */
export interface KeptPage {
  /** The number in its address, which nobody can guess: 128 random bits in hex. */
  readonly nonce: string
  readonly status: number
  readonly html: string
}

/** Its id is its place and its slot, so that a place keeps a limited number of pages. */
interface KeptPageDoc extends Document, KeptPage {
  /** RFC 3339. */
  readonly expires_at: string
}

export const keptPages = defineCollection<KeptPageDoc>({
  name: 'kept_pages',
  // When it may be removed.
  due: ({ expires_at }) => Date.parse(expires_at),
})

/** Number of pages that one place keeps: a later page replaces an earlier one. */
const slots = 16
/** How long a page is kept, in milliseconds. */
const keptMs = 3_600_000

/** Keeps a page of a place, such as a task run, for an hour. */
export async function keepPage(store: Store, place: string, page: KeptPage, now: number): Promise<void> {
  const doc = {
    ...page,
    id: readSlot(place, page.nonce),
    created_at: formatInstant(0),
    expires_at: formatInstant(now + keptMs),
  }
  const earlier = await store.get(keptPages, doc.id)
  // If another process writes this slot at the same time, its page is kept, and this address shows the form itself.
  await store.commit([earlier === undefined ? insert(keptPages, doc) : update(keptPages, doc, earlier.revision)])
}

/** Returns a kept page of a place; undefined if it has expired, was replaced, or never existed. */
export async function findPage(store: Store, place: string, nonce: string, now: number): Promise<KeptPage | undefined> {
  const doc = (await store.get(keptPages, readSlot(place, nonce)))?.doc
  return doc !== undefined && doc.nonce === nonce && now < Date.parse(doc.expires_at) ? doc : undefined
}

function readSlot(place: string, nonce: string): string {
  return `${place}/${Number.parseInt(nonce.slice(0, 8), 16) % slots}`
}
