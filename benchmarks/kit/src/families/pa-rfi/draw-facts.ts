import { collect } from '../../builders/collect.js'
import { drawOrderLike, drawPaper, drawReasons, fitsAge, makeProblem } from '../../builders/draw-orders.js'
import { drawPerson } from '../../builders/draw-people.js'
import { Drawing, drawMrn, otherBirthDate, otherGiven, type Setting } from '../../builders/drawing.js'
import type { Chance } from '../../chance.js'
import { dayFromToday, workingAges, workingDays } from '../../clinic/dates.js'
import { drawPapers } from '../../clinic/draw-papers.js'
import type { Order, Problem } from '../../clinic/orders.js'
import type { Paper } from '../../clinic/papers.js'
import {
  type PaperType,
  type PayerKey,
  payers,
  type Requirement,
  type Service,
  services,
} from '../../clinic/payer-rules.js'
import type { Clinician, Person } from '../../clinic/people.js'
import type { Policy } from '../../clinic/policies.js'
import { type Practice, practices } from '../../clinic/practices.js'
import { documentNames, replyDays } from '../../clinic/requests-handbook.js'
import { say } from '../../phrase-bank.js'
import { refuseKnownPeople, UnfairDrawError } from '../../refusals.js'
import type { Level } from '../../task.js'
import type { Branch, Facts, LookAlike, Mistake, Note, Outside, Returned } from './facts.js'
import { refuseUndecided } from './handbook-rules.js'
import { elsewhere } from './phrases.js'

/** Keys of the practices that may have documents of a type. */
const keepers: Readonly<Partial<Record<PaperType, string>>> = {
  physical_therapy_notes: 'lakeside',
  imaging_report: 'prairie-imaging',
  sleep_study: 'northfield',
}

const sizes = {
  E: { wanted: 1, missing: 1, decoys: 1, lookAlikes: 1, mistakes: 1 },
  M: { wanted: 2, missing: 1, decoys: 2, lookAlikes: 1, mistakes: 1 },
  H: { wanted: 2, missing: 2, decoys: 3, lookAlikes: 2, mistakes: 2 },
} as const

type ReplyPayer = keyof typeof replyDays
const replyPayers = Object.keys(replyDays) as readonly ReplyPayer[]

/** Draws a request that came back, and what resembles the right records. */
export function drawFacts(branch: Branch, setting: Setting): Facts {
  const draw = new Drawing(setting)
  const { level, distractors } = draw
  const serial = draw.numberOf(0)
  const size = sizes[level]
  const person = drawPerson(draw.chance('person'), serial)
  const payer = draw.chance('payer').pick(replyPayers)
  const policy = drawPolicy(serial, payer)
  const chance = draw.chance('request')
  const isOutside = branch === 'fetch' || branch === 'not-obtainable'
  const candidates = services.filter((service) => {
    const wanted = service.requires[payer] ?? []
    return (
      fitsAge(service, person) &&
      wanted.length >= size.wanted &&
      (!isOutside || wanted.some(({ type }) => keepers[type] !== undefined))
    )
  })
  if (candidates.length === 0) throw new UnfairDrawError('out-of-range', `no service for ${branch}`)
  const service = chance.pick(candidates)
  const requirements = service.requires[payer] ?? []
  const drawn = drawOrder(draw, chance, service)
  const { order, problems, colleague } = drawn
  const kept = requirements.filter(({ type }) => keepers[type] !== undefined)
  const fetched = isOutside ? chance.pick(kept) : null
  const others = chance.shuffle(requirements.filter((one) => one !== fetched))
  const missing = [...(fetched === null ? [] : [fetched]), ...others].slice(0, size.missing)
  const fromChart = missing.filter((one) => one !== fetched)
  const have = requirements.filter((one) => !missing.includes(one))
  const papers: Paper[] = []
  // The documents differ by branch; otherwise a reply without corrections would be right in two branches.
  const documents = draw.chance(`documents ${branch}`)
  const add = (wanted: readonly Requirement[], isMissing: boolean, decoys: number) => {
    const idOf = (index: number) => `doc-${serial}-${papers.length + index + 1}`
    const plan = { order, requirements: wanted, isMissing, decoys, colleague, idOf }
    const { all, papers: right, distractors: decoyed } = drawPapers(documents, plan)
    papers.push(...all)
    distractors.push(...decoyed)
    return right
  }
  const right = fromChart.length === 0 ? [] : add(fromChart, false, size.decoys)
  if (fetched !== null) add([fetched], true, Math.max(1, size.decoys - 1))
  const sent = have.length === 0 ? [] : add(have, false, 0)
  const returned: Returned = {
    number: `PA${serial}${chance.integer(100, 999)}`,
    ...drawDays(draw.chance('days'), branch, payer, level),
    missing: missing.map(({ type }) => type),
    sent,
    mistakes: branch === 'correct' ? drawMistakes(chance, drawn, size.mistakes) : [],
  }
  const lookAlikes = draw.lookAlikes(size.lookAlikes, (stream, number) =>
    drawTwin(stream, number, draw.numberOf(number), { person, policy, order, returned, requirement: missing[0] }),
  )
  // At the easy level, no note says who might have the document that cannot be had.
  const isUnknown = branch === 'not-obtainable' && level === 'E'
  const outside =
    fetched === null || isUnknown ? null : drawOutside(draw, branch, fetched, drawn, lookAlikes[0]?.person ?? null)
  const otherNotes = drawOtherNotes(draw, missing, order, outside)
  if (outside !== null)
    for (const { id } of otherNotes)
      draw.distract(`DocumentReference/${id}`, `DocumentReference/${outside.note.id}`, 'the document that it is about')
  if (outside !== null)
    draw.distract(outside.practice.formerFax, outside.practice.fax, 'the number, which is out of date')
  if (outside !== null && outside.stranger !== null) draw.distract('a page of the fax', 'the document', 'the patient')
  if (branch === 'overdue') draw.distract(returned.number, 'a request in time', 'the day on which the payer asked')
  for (const { field } of returned.mistakes)
    draw.distract(returned.number, `ServiceRequest/${order.id}`, `the ${field}`)
  for (const other of lookAlikes) draw.distractByPerson(other.person, person)
  const isLate = level !== 'E' && draw.chance('delay').integer(0, 1) === 1
  const facts: Facts = {
    branch,
    person,
    policy,
    problems,
    order,
    requirements,
    papers,
    right,
    returned,
    outside,
    otherNotes,
    unobtainable: branch === 'not-obtainable' && fetched !== null ? fetched.type : null,
    delay: isLate ? draw.chance('minutes').integer(20, 90) * 60 : 0,
    lookAlikes,
    distractors,
  }
  refuseKnownPeople([person, ...lookAlikes.map((other) => other.person)], draw.clinic)
  refuseUndecided(facts)
  return facts
}

function drawPolicy(serial: number, payer: PayerKey): Policy {
  return {
    id: `cov-${serial}-1`,
    payer,
    memberId: `${payers[payer].memberPrefix}${serial}0001`,
    start: '2025-01-01',
    end: '2026-12-31',
  }
}

interface DrawnOrder {
  readonly order: Order
  readonly problems: readonly Problem[]
  readonly colleague: Clinician
}

function drawOrder(draw: Drawing, chance: Chance, service: Service): DrawnOrder {
  const serial = draw.numberOf(0)
  const side = service.sided ? chance.pick(['right', 'left'] as const) : null
  const problems = drawReasons(chance, service)
    .slice(0, 2)
    .map((diagnosis, index) => makeProblem(diagnosis, side, `cond-${serial}-${index + 1}`))
  const [problem] = problems
  const [clinician, colleague] = chance.shuffle(draw.clinic.clinicians)
  if (problem === undefined || clinician === undefined || colleague === undefined)
    throw new RangeError('too few to draw from')
  const order: Order = {
    id: `order-${serial}-1`,
    taskId: `rfi-${serial}-1`,
    service,
    side,
    problem,
    clinician,
    age: chance.pick(workingAges(26, 40)),
    serviceDate: dayFromToday(workingDays(chance.integer(20, 40))),
    urgent: chance.integer(0, 3) === 0,
    units: chance.pick(service.units),
    revoked: false,
  }
  return { order, problems, colleague }
}

/** Draws when the request was submitted, and when the payer asked for more, in days before today. */
function drawDays(
  chance: Chance,
  branch: Branch,
  payer: ReplyPayer,
  level: Level,
): Pick<Returned, 'submitted' | 'asked'> {
  const limit = replyDays[payer]
  if (branch === 'overdue') {
    const asked = limit + (level === 'E' ? chance.integer(3, 8) : chance.integer(1, 5))
    return { asked, submitted: -workingDays(-asked - chance.integer(1, 4)) }
  }
  const asked = limit - (level === 'E' ? chance.integer(5, 7) : chance.integer(2, 4))
  // Counting from the day of the submission makes the reply look late.
  const submitted = level === 'E' ? asked + 1 : Math.max(asked + 1, limit + chance.integer(1, 3))
  return { asked, submitted: -workingDays(-submitted) }
}

function drawMistakes(chance: Chance, { order, problems, colleague }: DrawnOrder, count: number): readonly Mistake[] {
  const [, other] = problems
  const all = collect<Mistake>(
    { field: 'units', value: order.units + chance.integer(1, 3) },
    other && { field: 'diagnosis_codes', value: [other.code] },
    { field: 'provider_npi', value: colleague.npi },
    { field: 'service_date', value: dayFromToday(workingDays(chance.integer(10, 17))) },
    { field: 'urgency', value: order.urgent ? 'standard' : 'expedited' },
  )
  return chance.shuffle(all).slice(0, count)
}

function drawOutside(
  draw: Drawing,
  branch: Branch,
  requirement: Requirement,
  { order, colleague }: DrawnOrder,
  stranger: Person | null,
): Outside {
  const { type } = requirement
  const chance = draw.chance('outside')
  const serial = draw.numberOf(0)
  const practice: Practice | undefined = practices.find(({ key }) => key === keepers[type])
  if (practice === undefined) throw new UnfairDrawError('out-of-range', `nobody keeps a ${type}`)
  const paper = drawPaper(chance, order, requirement, `${practice.key}-${serial}`, colleague)
  const answer =
    branch === 'fetch' ? 'sends' : draw.level === 'M' ? 'has none' : chance.pick(['has none', 'silent'] as const)
  return {
    type,
    practice,
    paper,
    answer,
    delay: chance.integer(10, 1200) * 60,
    stranger: draw.level !== 'E' && answer === 'sends' ? stranger : null,
    note: drawNote(draw, type, notePlaces(draw, order)[0]),
  }
}

/** Number of telephone notes in a chart; the same in every branch. */
const noteCount = 4

/** Draws ids and ages of the telephone notes of a chart, in random order. */
function notePlaces(draw: Drawing, { age }: Order): readonly { readonly id: string; readonly age: number }[] {
  const chance = draw.chance('notes')
  const ages = chance.shuffle(workingAges(3, age - 2))
  return chance
    .shuffle(ages.slice(0, noteCount).map((_, index) => index + 1))
    .map((number, index) => ({ id: `call-${draw.numberOf(0)}-${number}`, age: ages[index] ?? 3 }))
}

/** Draws notes about documents that are not missing, so that an agent must read the notes. */
function drawOtherNotes(
  draw: Drawing,
  missing: readonly Requirement[],
  order: Order,
  outside: Outside | null,
): readonly Note[] {
  const lacked = new Set(missing.map(({ type }) => type))
  const types = (Object.keys(keepers) as PaperType[]).filter((type) => !lacked.has(type))
  return notePlaces(draw, order)
    .slice(outside === null ? 0 : 1)
    .map((place, index) => drawNote(draw, types[index % types.length] ?? 'sleep_study', place))
}

function drawNote(draw: Drawing, type: PaperType, place: Pick<Note, 'id' | 'age'> | undefined): Note {
  const practice = practices.find(({ key }) => key === keepers[type])
  if (practice === undefined || place === undefined) throw new UnfairDrawError('out-of-range', `nobody keeps a ${type}`)
  const words = { document: documentNames[type] ?? 'document', practice: practice.name, fax: practice.formerFax }
  return { ...place, body: say(draw.chance(`note ${place.id}`), elsewhere, words) }
}

interface Original extends Pick<Facts, 'person' | 'policy' | 'order' | 'returned'> {
  readonly requirement: Requirement | undefined
}

function drawTwin(chance: Chance, number: number, own: number, original: Original): LookAlike {
  const { person, policy, order, returned, requirement } = original
  const given = otherGiven(chance, person)
  const birthDate = otherBirthDate(chance, person)
  const namesake: Person = {
    ...person,
    id: `pat-${own}`,
    mrn: drawMrn(chance, own),
    ...(number === 1 ? { given } : { birthDate }),
  }
  const waiting = drawOrderLike(chance, order, own, requirement)
  return {
    person: namesake,
    policy: drawPolicy(own, policy.payer),
    ...waiting,
    returned: {
      ...returned,
      number: `PA${own}${chance.integer(100, 999)}`,
      missing: [requirement?.type ?? waiting.paper.type],
      sent: [],
      mistakes: [],
    },
  }
}
