import { drawPerson } from '../../builders/draw-people.js'
import { type Chance, createChance } from '../../chance.js'
import type { Clinic } from '../../clinic/clinic.js'
import { dayFromToday } from '../../clinic/dates.js'
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
import type { Person } from '../../clinic/people.js'
import type { Policy } from '../../clinic/policies.js'
import { type Practice, practices } from '../../clinic/practices.js'
import { documentNames, replyDays } from '../../clinic/requests-handbook.js'
import { givenNames } from '../../person-names.js'
import { personNumbers } from '../../person-numbers.js'
import { say } from '../../phrase-bank.js'
import { Refusal, refuseKnownPeople } from '../../refusals.js'
import type { Distractor, Level } from '../../task.js'
import type { Branch, Facts, LookAlike, Mistake, Outside, Returned } from './facts.js'
import { refuseUndecided } from './handbook-rules.js'
import { elsewhere } from './phrases.js'

/** Who may have documents of a type. */
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

interface Setting {
  readonly seed: number
  readonly level: Level
  readonly clinic: Clinic
}

/** Draws what is true of a request that came back, then what resembles it. */
export function drawFacts(branch: Branch, { seed, level, clinic }: Setting): Facts {
  const numberOf = personNumbers(seed)
  const serial = numberOf(0)
  const size = sizes[level]
  const person = drawPerson(createChance(seed, 'person'), serial)
  const payer = createChance(seed, 'payer').pick(replyPayers)
  const policy = drawPolicy(serial, payer)
  const chance = createChance(seed, 'request')
  const isOutside = branch === 'fetch' || branch === 'not-obtainable'
  const candidates = services.filter(({ requires }) => {
    const wanted = requires[payer] ?? []
    return wanted.length >= size.wanted && (!isOutside || wanted.some(({ type }) => keepers[type] !== undefined))
  })
  if (candidates.length === 0) throw new Refusal('out-of-range', `no service for ${branch}`)
  const service = chance.pick(candidates)
  const requirements = service.requires[payer] ?? []
  const { order, problems, colleague } = drawOrder(chance, { serial, service, clinic })
  const distractors: Distractor[] = []
  const kept = requirements.filter(({ type }) => keepers[type] !== undefined)
  const fetched = isOutside ? chance.pick(kept) : null
  const others = chance.shuffle(requirements.filter((one) => one !== fetched))
  const missing = [...(fetched === null ? [] : [fetched]), ...others].slice(0, size.missing)
  const fromChart = missing.filter((one) => one !== fetched)
  const have = requirements.filter((one) => !missing.includes(one))
  const papers: Paper[] = []
  // Branches have documents of their own: otherwise a reply that corrects nothing would be right in two.
  const documents = createChance(seed, `documents ${branch}`)
  const add = (wanted: readonly Requirement[], isMissing: boolean, decoys: number) => {
    const drawn = drawPapers(documents, {
      order,
      requirements: wanted,
      isMissing,
      decoys,
      colleague,
      idOf: (index) => `doc-${serial}-${papers.length + index + 1}`,
    })
    papers.push(...drawn.all)
    distractors.push(...drawn.distractors)
    return drawn.papers
  }
  const right = fromChart.length === 0 ? [] : add(fromChart, false, size.decoys)
  if (fetched !== null) add([fetched], true, Math.max(1, size.decoys - 1))
  const sent = have.length === 0 ? [] : add(have, false, 0)
  const returned: Returned = {
    number: `PA${serial}${chance.integer(100, 999)}`,
    ...drawDays(createChance(seed, 'days'), branch, payer, level),
    missing: missing.map(({ type }) => type),
    sent,
    mistakes: branch === 'correct' ? drawMistakes(chance, order, { problems, colleague, count: size.mistakes }) : [],
  }
  const lookAlikes = Array.from({ length: size.lookAlikes }, (_, index) =>
    drawLookAlike(createChance(seed, `look-alike ${index + 1}`), index + 1, {
      own: numberOf(index + 1),
      person,
      policy,
      order,
      returned,
      requirement: missing[0],
    }),
  )
  // At the easy level, nothing says who might have what cannot be had.
  const isUnknown = branch === 'not-obtainable' && level === 'E'
  const outside =
    fetched === null || isUnknown
      ? null
      : drawOutside(branch, fetched, { seed, level, order, colleague, serial, stranger: lookAlikes[0]?.person ?? null })
  if (outside !== null) {
    distractors.push({
      record: outside.practice.formerFax,
      resembles: outside.practice.fax,
      differsIn: 'the number, which is out of date',
    })
    if (outside.stranger !== null)
      distractors.push({ record: 'a page of the fax', resembles: 'the document', differsIn: 'the patient' })
  }
  if (branch === 'overdue')
    distractors.push({
      record: returned.number,
      resembles: 'a request in time',
      differsIn: 'the day on which the payer asked',
    })
  for (const { field } of returned.mistakes)
    distractors.push({ record: returned.number, resembles: `ServiceRequest/${order.id}`, differsIn: `the ${field}` })
  for (const other of lookAlikes) {
    distractors.push({
      record: `Patient/${other.person.id}`,
      resembles: `Patient/${person.id}`,
      differsIn: other.person.given === person.given ? 'the date of birth' : 'the given name',
    })
  }
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
    unobtainable: branch === 'not-obtainable' && fetched !== null ? fetched.type : null,
    delay:
      level !== 'E' && createChance(seed, 'delay').integer(0, 1) === 1
        ? createChance(seed, 'minutes').integer(20, 90) * 60
        : 0,
    lookAlikes,
    distractors,
  }
  refuseKnownPeople([facts.person, ...facts.lookAlikes.map(({ person }) => person)], clinic)
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

function drawOrder(
  chance: Chance,
  { serial, service, clinic }: { readonly serial: number; readonly service: Service; readonly clinic: Clinic },
) {
  const side = service.sided ? chance.pick(['right', 'left'] as const) : null
  const problems: Problem[] = chance
    .shuffle(service.diagnoses)
    .slice(0, 2)
    .map((diagnosis, index) => ({
      id: `cond-${serial}-${index + 1}`,
      code: 'code' in diagnosis ? diagnosis.code : diagnosis[side ?? 'right'],
      text: 'code' in diagnosis ? diagnosis.text : `${diagnosis.text}, ${side}`,
      resolved: false,
    }))
  const [problem] = problems
  const [clinician, colleague] = chance.shuffle(clinic.clinicians)
  if (problem === undefined || clinician === undefined || colleague === undefined)
    throw new RangeError('too few to draw from')
  const order: Order = {
    id: `order-${serial}-1`,
    taskId: `rfi-${serial}-1`,
    service,
    side,
    problem,
    clinician,
    age: chance.integer(26, 40),
    serviceDate: dayFromToday(chance.integer(20, 40)),
    urgent: chance.integer(0, 3) === 0,
    units: chance.pick(service.units),
    revoked: false,
  }
  return { order, problems, colleague }
}

/** When the request was submitted, and when the payer asked for more, in days before today. */
function drawDays(
  chance: Chance,
  branch: Branch,
  payer: ReplyPayer,
  level: Level,
): Pick<Returned, 'submitted' | 'asked'> {
  const limit = replyDays[payer]
  if (branch === 'overdue') {
    const asked = limit + (level === 'E' ? chance.integer(3, 5) : chance.integer(1, 2))
    return { asked, submitted: asked + chance.integer(1, 4) }
  }
  const asked = limit - (level === 'E' ? chance.integer(5, 7) : chance.integer(2, 4))
  // Whoever counts from the day of the submission takes the reply for late.
  return { asked, submitted: level === 'E' ? asked + 1 : Math.max(asked + 1, limit + chance.integer(1, 3)) }
}

function drawMistakes(
  chance: Chance,
  order: Order,
  {
    problems,
    colleague,
    count,
  }: { readonly problems: readonly Problem[]; readonly colleague: { readonly npi: string }; readonly count: number },
): readonly Mistake[] {
  const [, other] = problems
  const all: readonly Mistake[] = [
    { field: 'units', value: order.units + chance.integer(1, 3) },
    ...(other === undefined ? [] : [{ field: 'diagnosis_codes' as const, value: [other.code] }]),
    { field: 'provider_npi', value: colleague.npi },
    { field: 'service_date', value: dayFromToday(chance.integer(10, 19)) },
    { field: 'urgency', value: order.urgent ? 'standard' : 'expedited' },
  ]
  return chance.shuffle(all).slice(0, count)
}

function drawOutside(
  branch: Branch,
  { type, days }: Requirement,
  {
    seed,
    level,
    order,
    colleague,
    serial,
    stranger,
  }: {
    readonly seed: number
    readonly level: Level
    readonly order: Order
    readonly colleague: Order['clinician']
    readonly serial: number
    readonly stranger: Person | null
  },
): Outside {
  const chance = createChance(seed, 'outside')
  const practice: Practice | undefined = practices.find(({ key }) => key === keepers[type])
  if (practice === undefined) throw new Refusal('out-of-range', `nobody keeps a ${type}`)
  const { all } = drawPapers(chance, {
    order,
    requirements: [{ type, days }],
    isMissing: false,
    decoys: 0,
    colleague,
    idOf: () => `${practice.key}-${serial}`,
  })
  const [paper] = all
  if (paper === undefined) throw new RangeError('the practice needs a document')
  const answer =
    branch === 'fetch' ? 'sends' : level === 'M' ? 'has none' : chance.pick(['has none', 'silent'] as const)
  return {
    type,
    practice,
    paper,
    answer,
    delay: chance.integer(10, 1200) * 60,
    stranger: level !== 'E' && answer === 'sends' ? stranger : null,
    note: {
      id: `call-${serial}-1`,
      age: chance.integer(3, order.age - 2),
      body: say(chance, elsewhere, {
        document: documentNames[type] ?? 'document',
        practice: practice.name,
        fax: practice.formerFax,
      }),
    },
  }
}

function drawLookAlike(
  chance: Chance,
  number: number,
  {
    own,
    person,
    policy,
    order,
    returned,
    requirement = { type: 'clinical_note', days: 60 },
  }: {
    readonly own: number
    readonly person: Person
    readonly policy: Policy
    readonly order: Order
    readonly returned: Returned
    readonly requirement: Requirement | undefined
  },
): LookAlike {
  const given = chance.pick(givenNames[person.sex].filter((name) => name !== person.given))
  const year = Number(person.birthDate.slice(0, 4)) + chance.pick([-2, -1, 1, 2])
  const namesake: Person = {
    ...person,
    id: `pat-${own}`,
    mrn: `MRN${own}${chance.integer(100, 999)}`,
    ...(number === 1 ? { given } : { birthDate: `${year}${person.birthDate.slice(4)}` }),
  }
  const problem: Problem = { ...order.problem, id: `cond-${own}-1` }
  const twin: Order = { ...order, id: `order-${own}-1`, taskId: `rfi-${own}-1`, problem }
  const { all } = drawPapers(chance, {
    order: twin,
    requirements: [requirement],
    isMissing: false,
    decoys: 0,
    colleague: order.clinician,
    idOf: () => `doc-${own}-1`,
  })
  const [paper] = all
  if (paper === undefined) throw new RangeError('a look-alike needs a document')
  return {
    person: namesake,
    policy: { ...policy, id: `cov-${own}-1`, memberId: `${payers[policy.payer].memberPrefix}${own}0001` },
    problem,
    order: twin,
    paper,
    returned: {
      ...returned,
      number: `PA${own}${chance.integer(100, 999)}`,
      missing: [requirement.type],
      sent: [],
      mistakes: [],
    },
  }
}
