import type { JsonObject } from '@carebench/protocol'
import { patchChart, replace } from '../../builders/calls.js'
import { afterwards, instead } from '../../builders/counters.js'
import { changedItems, type PasRequest, pasBundle } from '../../builders/pas-request.js'
import type { Counter, SolutionCall } from '../../task.js'
import { renewCoverage, writePolicy } from './coverage.js'
import type { Course, Facts } from './facts.js'
import type { OtherAnswers } from './form.js'
import { labels } from './labels.js'
import { ask, askings, closeItem, endings, inquire, requestFor, restrictionFor, submit, writeOrder } from './work.js'

// Counterexamples about forms, changed requests, requests of other offices, and insurance cards.

const { nothingElse } = labels

/** A statement that the chart does not contain. */
export const story = 'Six months of treatment have failed.'
export const storyInfo = { sequence: 1, category: { coding: [{ code: 'freeFormMessage' }] }, valueString: story }

/** Creates a counterexample in which one course is worked differently. */
export type Mistake = (name: string, calls: readonly SolutionCall[], ...fails: readonly string[]) => Counter

/** Returns counterexamples with other answers in the form, or without it. */
export function formCounters(course: Course, facts: Facts, mistake: Mistake): readonly Counter[] {
  const { order, form } = course
  if (form === null) return []
  const asking = askings(course, facts)
  const ending = endings(course)
  if (form.weeks === null) {
    const invented = requestFor({ ...course, form: { ...form, weeks: 6 } }, facts)
    return [mistake('invent the weeks of therapy', [...asking, submit(invented), ...ending], nothingElse)]
  }
  const filled = (name: string, answers: OtherAnswers) =>
    mistake(
      name,
      [...asking, submit(requestFor(course, facts, answers), course), ...ending],
      labels.answers,
      nothingElse,
    )
  const known = form.readings.toSorted((one, other) => other.age - one.age).find(({ name }) => name === 'bmi')
  return [
    filled('leave what the payer has filled in', { bmi: [known?.value ?? 0, 'auto-server'] }),
    filled('correct an answer of the payer as if it had given none', { bmi: [form.bmi, 'manual'] }),
    filled('give an answer of the payer as an own one', { a1c: [form.a1c, 'manual'] }),
    filled('give other weeks', { therapy_weeks: [form.weeks + 1, 'manual'] }),
    filled('give another day of the image', { imaged_on: [order.serviceDate, 'manual'] }),
    mistake(
      'leave the form out',
      [...asking, submit({ ...requestFor(course, facts), form: undefined }), ...ending],
      labels.answers,
      nothingElse,
    ),
  ]
}

/** Returns counterexamples with other changes to the lines of an approved request. */
export function lineCounters(course: Course, facts: Facts, mistake: Mistake): readonly Counter[] {
  const { order, outcome, lines } = course
  if (lines === null) return []
  const request = requestFor(course, facts)
  const sent = (name: string, changed: Partial<PasRequest>) =>
    mistake(
      name,
      [...askings(course, facts), submit({ ...request, ...changed }), writeOrder(course, lines.number), close],
      labels.changed,
      nothingElse,
    )
  const close = closeItem(order, outcome)
  const items = changedItems(order, lines)
  const taken = lines.services.indexOf(lines.dropped)
  const added = items.at(-1) ?? {}
  const { modifierExtension: _, extension: __, ...still } = items[taken] ?? {}
  return [
    sent('send a new request', { lines: undefined }),
    sent('leave in what is replaced', { changes: { item: items.with(taken, still) } }),
    sent('take the other service back', {
      changes: { item: [...changedItems(order, { ...lines, dropped: lines.kept })] },
    }),
    sent('add nothing', { changes: { item: items.slice(0, -1) } }),
    sent('number the services anew', {
      changes: { item: items.map((item) => (item === added ? { ...item, sequence: 4 } : item)) },
    }),
  ]
}

/**
 * Returns counterexamples about a request of another office: the payer is asked too often, too late or not at all, or
 * its answer is recorded wrongly.
 */
export function statusCounters(course: Course, facts: Facts, mistake: Mistake): readonly Counter[] {
  const { order, outcome, status, granted } = course
  const asking = inquire(course, facts)
  const ending = endings(course)
  const write = writeOrder(course, status?.otherNumber)
  const whole = { ...course, granted: granted && { ...granted, units: order.units } }
  const withStory = pasBundle({ ...requestFor(course, facts), changes: { supportingInfo: [storyInfo] } })
  return [
    mistake('ask how it stands twice', [asking, asking, ...ending], labels.inquired),
    mistake('do not ask how it stands', [writeOrder(course, status?.number), ...ending.slice(1)], labels.inquired),
    mistake('write a story into the question', [{ ...asking, body: withStory }, ...ending], nothingElse),
    mistake('record it before asking', [...ending.slice(1), asking, ...ending], labels.inquiredFirst),
    mistake('request it anew', [asking, submit({ ...facts, order }), ...ending], nothingElse),
    mistake('ask whether it is needed', [asking, ask(facts, order), ...ending], nothingElse),
    mistake('write the number for another day', [asking, write, ...ending.slice(1)], labels.number),
    mistake(
      'record the units that were requested',
      [asking, writeOrder(course), closeItem(order, outcome, restrictionFor(whole))],
      labels.outcome,
    ),
    mistake('record it as approved', [asking, writeOrder(course), closeItem(order, 'approved')], labels.outcome),
  ]
}

/** Returns counterexamples that use the wrong card, or treat the old policy differently. */
export function cardCounters(facts: Facts): readonly Counter[] {
  const { cards, outdated, policy, person, courses } = facts
  if (outdated === null) return []
  const first = courses.slice(0, 1).map(({ order }) => ask(facts, order))
  const wrong = cards.filter(({ memberId }) => memberId !== policy.memberId)
  const onOld = (...operations: readonly JsonObject[]) => [patchChart(`Coverage/${outdated.id}`, ...operations)]
  return [
    ...wrong.map(({ memberId, id }) =>
      instead(`take the number of ${id}`, [...first, ...renewCoverage(facts, memberId)], labels.renewed, nothingElse),
    ),
    afterwards('leave the old policy in force', onOld(replace('/status', 'active')), labels.ended),
    afterwards('overwrite the old number', onOld(replace('/subscriberId', policy.memberId)), nothingElse),
    instead(
      'write the new number into the old policy',
      [...first, writePolicy({ ...outdated, memberId: policy.memberId }, person)],
      labels.renewed,
      nothingElse,
    ),
  ]
}
