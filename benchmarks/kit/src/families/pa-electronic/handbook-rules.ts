import { newestThatFits } from '../../builders/authorizations.js'
import { therapyWeeks, wantedDocuments } from '../../clinic/electronic-handbook.js'
import type { Order } from '../../clinic/orders.js'
import type { Paper } from '../../clinic/papers.js'
import type { PaperType } from '../../clinic/payer-rules.js'
import { UnfairDrawError } from '../../refusals.js'
import { newestCard } from './coverage.js'
import { type Course, type Facts, isDenied, type TherapyNote } from './facts.js'

/** Returns the document of a type that is sent for an order, by the page; undefined if none fits. */
export function documentFor(papers: readonly Paper[], type: PaperType, order: Order): Paper | undefined {
  const requirement = wantedDocuments.find((one) => one.type === type)
  return requirement && newestThatFits(papers, requirement, order)
}

/** Returns the weeks of therapy that a form asks for; null if no note fits. */
function weeksFor(therapy: readonly TherapyNote[], order: Order): number | null {
  const fitting = documentFor(therapy, 'physical_therapy_notes', order)
  return therapy.find((note) => note === fitting)?.weeks ?? null
}

/**
 * Returns what follows by the handbook from a payer's answer about an order: the outcome, and the documents to send.
 */
export function decide({ papers, therapy }: Facts, course: Course): Pick<Course, 'outcome' | 'papers'> {
  const { order, outcome, isAsked } = course
  if (isDenied(course)) {
    const long = therapy.filter(({ weeks }) => weeks >= therapyWeeks)
    const note = documentFor(long, 'physical_therapy_notes', order)
    return note === undefined ? { outcome: 'peer-to-peer', papers: [] } : { outcome: 'appealed', papers: [note] }
  }
  if (course.form !== null) {
    return { outcome: weeksFor(therapy, order) === null ? 'missing-answer' : 'approved', papers: [] }
  }
  if (!isAsked) return { outcome, papers: [] }
  return { outcome, papers: course.papers.flatMap(({ type }) => documentFor(papers, type, order) ?? []) }
}

/**
 * Throws if the handbook does not lead from the facts to the drawn courses alone, or if two documents of a type and a
 * body region have the same date.
 *
 * @throws {@link UnfairDrawError}
 */
export function refuseUndecided(facts: Facts): void {
  const { cards, policy, person, outdated } = facts
  if (outdated !== null && newestCard(cards, person)?.memberId !== policy.memberId) {
    throw new UnfairDrawError('distractor-fits', 'another card is the newest')
  }
  for (const course of facts.courses) {
    const { outcome, papers } = decide(facts, course)
    if (outcome !== course.outcome) {
      throw new UnfairDrawError('undecided-branch', `drawn ${course.outcome}, by the handbook ${outcome}`)
    }
    const { form } = course
    if (form !== null && form.weeks !== weeksFor(facts.therapy, course.order)) {
      throw new UnfairDrawError('distractor-fits', 'another note is the newest that fits')
    }
    const [found, right] = [papers, course.papers].map((list) => list.map(({ id }) => id).join())
    if (found !== right) throw new UnfairDrawError('distractor-fits', `drawn ${right}, by the handbook ${found}`)
  }
  const ages = [...facts.papers, ...facts.therapy].map(({ type, region, age }) => `${type} ${region} ${age}`)
  if (new Set(ages).size < ages.length)
    throw new UnfairDrawError('undecided-branch', 'two documents of a type and a region have the same date')
}
