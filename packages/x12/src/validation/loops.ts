import { finish, type Steps } from '@carebench/protocol/wire'
import { createProblem, maxProblems, type X12Problem } from '../syntax/problem.js'
import type { Segment } from '../syntax/segment.js'
import { requireTransaction, type Transaction } from '../syntax/transaction.js'
import { quoteValue } from '../syntax/x12-error.js'

/** An HL loop: its HL segment, the segments up to the next HL, and the loops below it. */
export interface HierarchyLoop {
  /** HL01. */
  readonly id: string
  /** HL03, such as `20` for the information source. */
  readonly level: string
  readonly parent: HierarchyLoop | undefined
  readonly children: readonly HierarchyLoop[]
  /** The position of the HL segment in the transaction, where ST is 1. */
  readonly position: number
  /** The HL segment and those that follow it, up to the next HL or SE. */
  readonly segments: readonly Segment[]
}

/** The HL loops of a transaction as a tree. */
export interface Hierarchy {
  /** The segments before the first HL, beginning with ST. */
  readonly heading: readonly Segment[]
  readonly roots: readonly HierarchyLoop[]
  /** Every loop in order. */
  readonly loops: readonly HierarchyLoop[]
  /** The first 1,000 problems: unknown parents (whose loops become roots), and repeated or missing numbers. */
  readonly problems: readonly X12Problem[]
}

/** Number of segments read in one step. */
const segmentsPerStep = 128

interface OpenLoop extends HierarchyLoop {
  readonly children: HierarchyLoop[]
  readonly segments: Segment[]
}

/** Builds the tree of HL loops in one pass. Broken numbering is reported in `problems`, never thrown. */
export function readHierarchy(transaction: Transaction): Hierarchy {
  return finish(readHierarchyInSteps(transaction))
}

/** Does the same as `readHierarchy`, in steps. */
export function* readHierarchyInSteps(transaction: Transaction): Steps<Hierarchy> {
  requireTransaction(transaction)
  const heading: Segment[] = []
  const roots: HierarchyLoop[] = []
  const loops: HierarchyLoop[] = []
  const problems: X12Problem[] = []
  const byId = new Map<string, OpenLoop>()
  let open: OpenLoop | undefined
  const report = (found: Omit<X12Problem, 'message'>) => {
    if (problems.length < maxProblems) problems.push(createProblem(found))
  }
  const all = transaction.segments()
  const last = transaction.hasTrailer ? all.length - 1 : all.length
  for (const [index, segment] of all.slice(0, last).entries()) {
    if (index % segmentsPerStep === segmentsPerStep - 1) yield
    if (segment.id !== 'HL') {
      ;(open?.segments ?? heading).push(segment)
      continue
    }
    const [id = '', parentId = '', level = ''] = [1, 2, 3].map((position) => segment.element(position))
    const at = { code: 'hierarchy', segment: 'HL', position: index + 1, offset: segment.offset } as const
    // Only earlier loops can be parents, so the tree has no cycle.
    const parent = parentId === '' ? undefined : byId.get(parentId)
    if (parentId !== '' && parent === undefined) {
      const expected = 'the number of an HL segment before this one'
      report({ ...at, element: 2, value: parentId, expected, received: quoteValue(parentId) })
    }
    open = { id, level, parent, children: [], position: index + 1, segments: [segment] }
    if (id === '' || byId.has(id)) {
      const received = id === '' ? 'none' : `${quoteValue(id)} again`
      report({ ...at, element: 1, expected: 'a unique number', received })
    } else {
      byId.set(id, open)
    }
    loops.push(open)
    if (parent === undefined) roots.push(open)
    else parent.children.push(open)
  }
  return { heading, roots, loops, problems }
}
