import type { JsonObject } from '@carebench/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changedItems } from '../../builders/pas-request.js'
import { createClinic } from '../../clinic/clinic.js'
import { drawn } from '../../refusals.js'
import type { Level } from '../../task.js'
import { anyDraw } from '../../testing/any-draw.js'
import { drawFacts } from './draw-facts.js'
import { type Branch, branches, type Facts } from './facts.js'
import { answersIn, fillForm } from './form.js'
import { decide, refuseUndecided } from './handbook-rules.js'

const clinic = createClinic(1)
const branchNames = Object.keys(branches) as Branch[]

/** Returns the facts of a branch from the first seed that is not rejected. */
function anyFacts(branch: Branch, level: Level): Facts {
  for (let seed = 0; seed < 20; seed++) {
    const facts = drawn(() => drawFacts(branch, { seed, level, clinic }))
    if (facts !== undefined) return facts
  }
  throw new Error(`${level} ${branch} cannot be drawn.`)
}

describe('the handbook', () => {
  it('leads from the facts to the drawn courses alone', () => {
    fc.assert(
      fc.property(anyDraw(branchNames), ({ branch, ...setting }) => {
        const facts = drawn(() => drawFacts(branch, { ...setting, clinic }))
        for (const course of facts?.courses ?? []) {
          expect(facts && decide(facts, course)).toEqual({ outcome: course.outcome, papers: course.papers })
        }
      }),
    )
  })

  it('refuses another document that fits, and a denial that a note answers', () => {
    const facts = anyFacts('pended-attachment', 'E')
    const [paper] = facts.courses.flatMap(({ papers }) => papers)
    if (paper === undefined) throw new Error('The payer wants no document.')
    expect(() => refuseUndecided(facts)).not.toThrow()
    const newer = { ...paper, id: 'doc-x', age: paper.age - 1 }
    expect(() => refuseUndecided({ ...facts, papers: [...facts.papers, newer] })).toThrow('doc-x')
    const denied = anyFacts('denied-peer-to-peer', 'E')
    const [course] = denied.courses
    const [note] = denied.therapy
    if (course === undefined || note === undefined) throw new Error('There is no note.')
    const { region } = course.order.service
    const long = { ...note, id: 'doc-y', age: 121, weeks: 6, region, side: course.order.side, final: true }
    expect(() => refuseUndecided({ ...denied, therapy: [...denied.therapy, long] })).toThrow('appealed')
  })
})

it('refuses a second card that counts, and a form whose note is not the newest', () => {
  const unknown = anyFacts('unknown-member', 'E')
  const [card] = unknown.cards.filter(({ memberId }) => memberId === unknown.policy.memberId)
  if (card === undefined) throw new Error('There is no card.')
  expect(() => refuseUndecided(unknown)).not.toThrow()
  const newer = { ...card, id: 'doc-x', memberId: 'EVM1', age: card.age - 1 }
  expect(() => refuseUndecided({ ...unknown, cards: [...unknown.cards, newer] })).toThrow('another card')
  const asked = anyFacts('form', 'E')
  const [course] = asked.courses
  const note = asked.therapy.find(({ weeks }) => weeks === course?.form?.weeks)
  if (note === undefined) throw new Error('There is no note.')
  const other = { ...note, id: 'doc-y', age: note.age - 1, weeks: 13 }
  expect(() => refuseUndecided({ ...asked, therapy: [...asked.therapy, other] })).toThrow('another note')
})

it('fills a form in with the newest final measurements, and says which answers are its own', () => {
  const facts = anyFacts('form', 'M')
  const [course] = facts.courses.filter(({ form }) => form !== null)
  if (!course?.form) throw new Error('There is no form.')
  const { form } = course
  const counting = form.readings.filter(({ name, final }) => name === 'bmi' && final)
  expect(form.bmi).toBe(counting.toSorted((one, other) => one.age - other.age)[0]?.value)
  const sources = fillForm(course, facts, 'CA0000000001').item as readonly JsonObject[]
  expect(JSON.stringify(sources.map(({ linkId }) => linkId))).toBe('["bmi","a1c","therapy_weeks","imaged_on"]')
  expect(answersIn(form)).toMatchObject({ bmi: [form.bmi, 'override'], a1c: [form.a1c, 'auto-server'] })
})

it('takes one service of a request back, keeps the other, and adds one', () => {
  const facts = anyFacts('changed-lines', 'E')
  const [course] = facts.courses
  if (!course?.lines) throw new Error('There is no request to change.')
  const items = changedItems(course.order, course.lines)
  expect(items.map(({ sequence }) => sequence)).toEqual([1, 2, 3])
  const taken = items.findIndex(({ modifierExtension }) => modifierExtension !== undefined)
  expect(course.lines.services[taken]).toBe(course.lines.dropped)
})

it('lets urgent requests wait for an answer', () => {
  const facts = anyFacts('urgent', 'M')
  expect(facts.courses.some(({ order, outcome }) => outcome === 'pended' && order.urgent)).toBe(true)
})
