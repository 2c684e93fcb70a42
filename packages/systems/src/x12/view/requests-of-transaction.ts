import { type HierarchyLoop, readHierarchy, type Transaction } from '@carebench/x12'

/** HL03 of a subscriber, of a dependent, and, in a 278, of a patient event below them. */
const subscriber = '22'
const dependent = '23'
const event = 'EV'

/**
 * The segment that begins a request in the loop of a person, by transaction set. A 270 is not divided below the person.
 */
const starts: ReadonlyMap<string, string> = new Map([
  ['837', 'CLM'],
  ['276', 'TRN'],
])
const inquired = new Set(['CLM', 'TRN', 'EQ'])

/**
 * Splits a transaction into one per request: a claim, a claim inquiry, a patient event, or else a person. Each has the
 * segments before the first HL, those of the loops above, and its own. Returns only the transaction itself if it has at
 * most one request, or if a path numbers requests (`HL[4]`, `CLM[2]`). In a malformed transaction, each loop outside of
 * requests counts as a request, so that no segment is left out.
 */
export function requestsOfTransaction(transaction: Transaction, paths: readonly string[]): readonly Transaction[] {
  if (paths.some((path) => /^(?:HL|CLM)\[\d+\]/.test(path))) return [transaction]
  const requests = known.get(transaction) ?? requestsIn(transaction)
  known.set(transaction, requests)
  return requests
}

/** A cache, because each permitted change splits all transactions. */
const known = new WeakMap<Transaction, readonly Transaction[]>()

function requestsIn(transaction: Transaction): readonly Transaction[] {
  const { heading, loops } = readHierarchy(transaction)
  const first = starts.get(transaction.id ?? '')
  const asked = loops.filter(isPerson).flatMap((loop) => requestsOfPerson(loop, first))
  if (asked.length === 0) return [transaction]
  const taken = new Set(asked.flat())
  const left = loops.filter(({ position }) => !taken.has(position))
  const requests = [...asked, ...left.map((loop) => [...headsAbove(loop, first), ...ownPositions(loop)])]
  if (requests.length < 2) return [transaction]
  const before = heading.map((_, index) => index + 1)
  const after = transaction.hasTrailer ? [transaction.segmentCount] : []
  return requests.map((own) => transaction.withOnly([...before, ...own, ...after]))
}

function isPerson({ level }: HierarchyLoop): boolean {
  return level === subscriber || level === dependent
}

/** Returns the positions of the segments of each request of a person, including the segments of the loops above. */
function requestsOfPerson(loop: HierarchyLoop, first: string | undefined): readonly (readonly number[])[] {
  const events = loop.children.filter(({ level }) => level === event)
  const others = loop.children.filter((child) => !isPerson(child) && child.level !== event)
  const isNamedOnly =
    loop.children.some(isPerson) && events.length === 0 && !loop.segments.some(({ id }) => inquired.has(id))
  if (isNamedOnly) return []
  const positions = ownPositions(loop)
  const from = positions.filter((_, index) => loop.segments[index]?.id === first)
  const head = [...headsAbove(loop, first), ...positions.slice(0, headLength(loop, first))]
  const rest = others.flatMap(allPositions)
  const begun = [
    ...from.map((start, index) => positions.filter((at) => at >= start && at < (from[index + 1] ?? Infinity))),
    ...events.map(allPositions),
  ]
  return begun.length === 0 ? [[...head, ...rest]] : begun.map((own) => [...head, ...own, ...rest])
}

/** Returns the positions of the segments in the loops above a loop, each up to its first request. */
function headsAbove({ parent }: HierarchyLoop, first: string | undefined): readonly number[] {
  if (parent === undefined) return []
  return [...headsAbove(parent, first), ...ownPositions(parent).slice(0, headLength(parent, first))]
}

function headLength({ segments }: HierarchyLoop, first: string | undefined): number {
  const start = segments.findIndex(({ id }) => id === first)
  return start < 0 ? segments.length : start
}

function ownPositions({ position, segments }: HierarchyLoop): readonly number[] {
  return segments.map((_, index) => position + index)
}

function allPositions(loop: HierarchyLoop): readonly number[] {
  return [...ownPositions(loop), ...loop.children.flatMap(allPositions)]
}
