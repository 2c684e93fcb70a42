import { wait } from '../builders/calls.js'
import { drawingFor } from '../builders/draw-people.js'
import { createChance } from '../chance.js'
import type { Member } from '../clinic/claims-records.js'
import type { Clinic } from '../clinic/clinic.js'
import { plainFamilies } from '../families/families.js'
import type { Family, Instance } from '../family.js'
import { drawn } from '../refusals.js'
import type { Counter, Criterion, Solution, SolutionCall } from '../task.js'
import { arriveAt } from './arrivals.js'
import { chooseSecond, needMember } from './between-items.js'
import { endsAt, instantAt, sayTime, secondsPerCall, secondsUntil } from './clock.js'
import { type DayPlace, isHeld } from './declaration.js'
import { guardDeadline } from './guard-deadline.js'
import { guardStatements } from './guard-statements.js'
import type { Outcome } from './hand-over.js'
import { bringForward, correctWork, readWords, takeBack, toNote } from './instruction.js'
import { correctLater, delayFact } from './late-fact.js'
import { readCalls, renameCalls, renameCaptures, renamePersonas, type Work } from './merge/merge-instances.js'
import { IncompatibleError } from './merge/merge-values.js'
import type { Moment } from './moment.js'
import type { Planned } from './schedule.js'
import { pickPatient, refuseTwoPolicies } from './shared-patient.js'

/** A piece of work of a day. */
export interface DayItem extends Work {
  readonly place: DayPlace
  /** The request, as the worker reads it. */
  readonly text: string
  readonly outcome: Outcome
  /** The calls of the work, and when they may be made. */
  readonly planned: Planned
  /** The work of an agent that relies on facts from the start of the day. */
  readonly stale?: readonly SolutionCall[]
}

/** Number of calls that find a piece of work: listing what has arrived, and reading its note. */
const findingReads = 2

/** Delay, in seconds, after which dependent work or a dependent fact arrives. */
const followsAfter = 600

export interface ItemSetting {
  readonly clinic: Clinic
  readonly key: string
  readonly seed: number
  /** The items that are already drawn. */
  readonly items: readonly DayItem[]
}

/**
 * Draws a piece of work for a place of a day from one seed; undefined if the family rejects the seed.
 *
 * @throws IncompatibleError if the result does not fit the place
 */
export function drawItem(place: DayPlace, setting: ItemSetting): DayItem | undefined {
  const { seed, clinic, items } = setting
  const family = findFamily(place)
  const chance = createChance(seed, 'branch of a day')
  const branch = chance.pick(place.branches ?? Object.keys(family.branches))
  const sharing = items.filter((item) => place.patientOf?.includes(item.place.family)).map(({ instance }) => instance)
  const person = place.patientOf === undefined ? undefined : pickPatient(sharing, chance)
  const giver = place.needsMember && items.find((item) => item.place.correctsMember)
  const member = giver && correctedBy(giver.place, giver.instance, clinic)
  const first = place.interaction === 'second choice' ? findFirst(place, items) : undefined
  const makeBeside = (own: string, other?: string) => {
    const beside = first && { ...first, branch: other ?? first.branch, clinic }
    const draw = { seed, level: place.level, branch: own, clinic, ...(beside && { beside }) }
    return drawn(() => drawingFor(member ?? person, () => family.make(draw)))
  }
  const make = (own: string) => makeBeside(own)
  const made = make(branch)
  if (made === undefined) return undefined
  if (person !== undefined) refuseTwoPolicies(person, made, sharing)
  if (place.correctsMember) correctedBy(place, made, clinic)
  const greedy = first && Object.keys(family.branches).flatMap((other) => makeBeside(branch, other) ?? [])
  const chosen = greedy ? chooseSecond(made, greedy) : undefined
  const plain = member ? needMember(member, made) : (chosen?.instance ?? made)
  return toItem(place, plain, { ...setting, makeTwin: make, family, giver, greedy: chosen?.greedy })
}

/** Returns the draw of the first earlier work of the same family. */
function findFirst({ family }: DayPlace, items: readonly DayItem[]) {
  const item = items.find(({ place }) => place.family === family)
  if (item === undefined) throw new RangeError(`expected earlier work of ${family}, got none`)
  const { seed, branch } = item.instance
  return { seed, branch, level: item.place.level }
}

function findFamily(place: DayPlace): Family {
  const family = plainFamilies.find(({ name }) => name === place.family)
  if (family === undefined) throw new RangeError(`expected a family of the suite, got ${place.family}`)
  return family
}

/** @throws IncompatibleError if the instance corrects no member number */
function correctedBy(place: DayPlace, { id, seed, branch }: Instance, clinic: Clinic): Member {
  const member = findFamily(place).corrects?.({ seed, level: place.level, branch, clinic })
  if (member === undefined) throw new IncompatibleError(`expected ${id} to correct a member number`)
  return member
}

/** Returns when a piece of work arrives; undefined if it is present from the start. */
export function arrivalOf({ arrives, after, interaction }: DayPlace): Moment | undefined {
  if (after !== undefined && interaction !== 'needs') return momentAfter(after)
  return toSeconds(arrives) === 0 ? undefined : { at_seconds: toSeconds(arrives) }
}

interface Making extends ItemSetting {
  readonly family: Family
  /** Makes the same draw in another branch. */
  makeTwin(branch: string): Instance | undefined
  /** The work that finds the number which this one needs. */
  readonly giver: DayItem | undefined
  /** The calls of an agent that takes what is meant for other work. */
  readonly greedy: readonly SolutionCall[] | undefined
}

/** The instance of a place, with the calls that depend on its interaction. */
interface Shaped extends Pick<DayItem, 'stale'> {
  readonly instance: Instance
  /** The calls before a correction; absent if nothing is corrected. */
  readonly first?: readonly SolutionCall[]
  readonly correction?: readonly SolutionCall[]
}

function toItem(place: DayPlace, plain: Instance, making: Making): DayItem {
  const { interaction, at, after, sooner } = place
  const { key, items, giver } = making
  const isLong = plain.due > endsAt
  if (isLong !== (interaction === 'tomorrow')) {
    throw new IncompatibleError(`expected work that ${isLong ? 'is done' : 'goes on after the end of'} the day`)
  }
  const outcome = interaction === 'moot' ? 'withdrawn' : isLong ? 'open' : 'done'
  const due = instantAt(sooner?.due ?? place.due)
  const text = describe(place, plain, giver)
  const shaped = shape(place, plain, { ...making, text })
  const correctedBy = shaped.correction && at && { since: instantAt(at), calls: shaped.correction }
  const timed = guardDeadline({
    ...shaped.instance,
    due,
    counters: plain.counters.map((one) => delayCounter(one, place)),
  })
  const judged = guardStatements(key, outcome, timed, correctedBy || undefined)
  const { instance } = renameCaptures(renamePersonas({ key, instance: judged }))
  const rename = (calls: readonly SolutionCall[] | undefined) => calls && renameCalls(calls, key)
  const [stale, first, correction] = [
    shaped.stale ?? making.greedy ?? (giver && readCalls(plain)),
    shaped.first,
    shaped.correction,
  ].map(rename)
  const needed = [
    ...(after === undefined ? [] : [{ key: findWriter(after, items).key, seconds: followsAfter + secondsPerCall }]),
    ...(giver === undefined ? [] : [{ key: giver.key, seconds: 0 }]),
  ]
  const arrives = startOf(place)
  return {
    key,
    place,
    text,
    instance,
    outcome,
    planned: {
      key,
      arrives: arrives === 0 ? 0 : arrives + secondsPerCall,
      ...(needed.length > 0 && { after: needed }),
      due: secondsUntil(due),
      reads: countReads(plain, items),
      calls: first ?? readCalls(instance),
      ...(correction !== undefined &&
        at && { correction: { from: toSeconds(at) + secondsPerCall, calls: correction } }),
    },
    ...(stale !== undefined && { stale }),
    ...(interaction === 'moot' && { isOfDay: true }),
  }
}

/** Adapts an instance to its place in the day: which parts arrive when, and what the request asks for. */
function shape(
  place: DayPlace,
  plain: Instance,
  { key, family, makeTwin, text }: Making & Pick<DayItem, 'text'>,
): Shaped {
  const { interaction, at, after, before, sooner } = place
  const moment = arrivalOf(place)
  const arrived = moment ? arriveAt(moment, plain) : plain
  const ticket = { key, due: instantAt(place.due), text }
  const given = addSteps(arrived, [
    ...(moment ? [toNote(ticket, moment)] : []),
    ...(sooner ? [bringForward(key, instantAt(sooner.due), { at_seconds: toSeconds(sooner.at) })] : []),
  ])
  const at_seconds = at === undefined ? 0 : toSeconds(at)
  switch (interaction) {
    case 'late fact':
      return { instance: delayFact({ at_seconds }, given), stale: staleWork(plain, family, makeTwin) }
    case 'needs':
      return {
        instance: delayFact(momentAfter(after ?? ''), given),
        stale: staleWork(plain, family, makeTwin),
      }
    case 'correction': {
      const twin = makeTwin(before ?? '')
      if (twin === undefined) throw new IncompatibleError(`expected the seed in the branch ${before}, got none`)
      const { instance, correction } = correctLater(at_seconds, given, { plain, before: twin })
      const first = readCalls(twin)
      const notes = place.quiet ? [] : [correctWork(key, { at_seconds })]
      return { instance: addSteps(instance, notes), first, correction, stale: first }
    }
    case 'tomorrow':
      return { instance: beginOnly(given) }
    case 'moot':
      return { instance: withdraw(key, at_seconds, given) }
    default:
      return { instance: given }
  }
}

function describe({ interaction, at, after }: DayPlace, plain: Instance, giver: DayItem | undefined): string {
  const words = readWords(plain)
  if (interaction === 'late fact' && at) {
    return `${words} Not before ${sayTime(instantAt(at))}: the practice still wants to say something about it.`
  }
  if (interaction === 'second choice' && at) {
    return `${words} Not before ${sayTime(instantAt(at))}: until then, more urgent work may still want the same slot.`
  }
  if (interaction === 'needs') return `${words} What decides it enters the chart ten minutes after ${after} is written.`
  if (giver === undefined) return words
  const { key } = giver
  return `${words} A member number of it is still being checked in ${key}: do it when ${key} has found the number.`
}

/** Returns the seconds from the start of the day after which a piece of work can be done. */
function startOf(place: DayPlace): number {
  const { at, arrives } = place
  return isHeld(place) && at ? toSeconds(at) + secondsPerCall : toSeconds(arrives)
}

/**
 * Delays a counterexample until its work has arrived or, if the place changes later, until the change; not if it
 * follows the right work.
 */
function delayCounter(counter: Counter, place: DayPlace): Counter {
  const { interaction, at, arrives } = place
  const seconds = toSeconds((interaction === 'late fact' || interaction === 'correction') && at ? at : arrives)
  return counter.after === undefined ? { ...counter, calls: [...wait(seconds), ...counter.calls] } : counter
}

function momentAfter(path: string): Moment {
  return { after: { event: 'file.written', where: { 'data.path': path }, delay_seconds: followsAfter } }
}

function toSeconds(time: DayPlace['arrives']): number {
  return secondsUntil(instantAt(time))
}

function findWriter(path: string, items: readonly DayItem[]): DayItem {
  const writer = items.find(({ planned }) => planned.calls.some((call) => call.path === `files/${path}`))
  if (writer === undefined)
    throw new IncompatibleError(`expected an earlier piece of work that writes ${path}, got none`)
  return writer
}

/**
 * Returns work that ends on the day with a request by fax, because the reply comes tomorrow: only the request is
 * scored, and the prohibitions still apply.
 *
 * @throws IncompatibleError if no fax is sent before the reply
 */
function beginOnly(instance: Instance): Instance {
  const { id, criteria, solutions, extras } = instance
  const asked = criteria.filter(({ assertion }) => assertion.assert === 'fax-sent')
  if (asked.length === 0) throw new IncompatibleError(`expected ${id} to ask somebody by fax, got no such criterion`)
  const begun = (way: Solution): Solution => ({ ...way, calls: way.calls.slice(0, firstPause(way.calls)) })
  return {
    ...instance,
    criteria: [...asked, ...criteria.filter(neverOnly)],
    solutions: solutions.map(begun),
    extras: extras.map(begun),
    counters: [],
  }
}

/** Whether a criterion is a guard that holds if nothing is done. */
function neverOnly({ guard, assertion }: Criterion): boolean {
  return guard === true && assertion.assert !== 'event-order'
}

function firstPause(calls: readonly SolutionCall[]): number {
  const pause = calls.findIndex(({ path, delay_seconds = 0 }) => path === 'wait' || delay_seconds > 0)
  return pause === -1 ? calls.length : pause
}

/** Returns the number of calls that find and understand a piece of work. A page of the handbook is read once a day. */
function countReads({ readings }: Instance, items: readonly DayItem[]): number {
  const known = new Set(items.flatMap(({ instance }) => instance.readings.map(({ path }) => path)))
  return (
    findingReads + readings.filter(({ path }) => !/^files\/inbox\/handbook\//.test(path) || !known.has(path)).length
  )
}

function addSteps(instance: Instance, steps: NonNullable<Instance['scenario']>['steps']): Instance {
  if (steps.length === 0) return instance
  return { ...instance, scenario: { steps: [...(instance.scenario?.steps ?? []), ...steps] } }
}

/**
 * Turns an instance into work that is withdrawn: having done it by then is harmless, and its prohibitions still apply.
 */
function withdraw(key: string, at_seconds: number, instance: Instance): Instance {
  const { criteria, solutions, extras } = instance
  const [reference, ...others] = solutions
  if (reference === undefined) return instance
  return addSteps(
    {
      ...instance,
      criteria: criteria.filter(neverOnly),
      solutions: [{ ...reference, calls: [] }, ...others],
      extras: [...extras, reference],
      counters: [],
      readings: [],
    },
    [takeBack(key, { at_seconds })],
  )
}

/** Returns the calls of the same seed in another branch: what would be right without the deciding fact. */
function staleWork({ branch }: Instance, { branches }: Family, makeTwin: Making['makeTwin']): readonly SolutionCall[] {
  const [twin] = Object.keys(branches)
    .filter((other) => other !== branch)
    .flatMap((other) => makeTwin(other) ?? [])
  if (twin === undefined) throw new IncompatibleError('expected another course of the same seed, got none')
  return readCalls(twin)
}
