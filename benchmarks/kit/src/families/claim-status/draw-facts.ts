import { drawMember, shiftYear } from '../../builders/draw-people.js'
import { type Chance, createChance } from '../../chance.js'
import { claimsPayers, patience } from '../../clinic/claims.js'
import type { Member, SentClaim } from '../../clinic/claims-records.js'
import { memberNumberOf } from '../../clinic/clearinghouse.js'
import type { Clinic } from '../../clinic/clinic.js'
import { dayFromToday, months } from '../../clinic/dates.js'
import { type DenialReason, denialReasons, type RejectionCode, rejectionCodes } from '../../clinic/handbook-claims.js'
import { givenNames } from '../../person-names.js'
import { personNumbers } from '../../person-numbers.js'
import { say } from '../../phrase-bank.js'
import { refuseKnownPeople } from '../../refusals.js'
import type { Distractor, Level } from '../../task.js'
import type { Answer, Branch, Decision, Facts, LookAlike, OpenClaim, Situation } from './facts.js'
import { courseOf, refuseUndecided } from './handbook-rules.js'
import { justPaid, noted, notes, nothingNew, promises, recordRequests, traces } from './phrases.js'

/** How much of everything a level has: claims on the list, look-alikes, and situations of the others. */
const sizes = {
  E: { claims: 3, lookAlikes: 1, others: ['paid', 'denied', 'in-process', 'never-received'] },
  M: {
    claims: 6,
    lookAlikes: 2,
    others: ['paid', 'denied', 'denied', 'in-process', 'never-received', 'rejected', 'promised', 'past-limit'],
  },
  H: {
    claims: 9,
    lookAlikes: 2,
    others: [
      'paid',
      'paid',
      'denied',
      'denied',
      'in-process',
      'in-process',
      'never-received',
      'rejected',
      'past-limit',
      'promised',
      'records-wanted',
    ],
  },
} as const satisfies Record<Level, { claims: number; lookAlikes: number; others: readonly Situation[] }>

interface ServiceBilled {
  readonly code: string
  readonly charge: number
  readonly diagnoses: readonly string[]
}

/** Frozen within a major version. */
const billed: readonly ServiceBilled[] = [
  { code: '99213', charge: 150, diagnoses: ['I10'] },
  { code: '99214', charge: 190, diagnoses: ['E11.9', 'I10'] },
  { code: '73721', charge: 640, diagnoses: ['M23.51'] },
  { code: '72148', charge: 850, diagnoses: ['M54.16'] },
  { code: '93306', charge: 980, diagnoses: ['I35.0'] },
  { code: '76700', charge: 410, diagnoses: ['R10.11'] },
  { code: '97110', charge: 120, diagnoses: ['M54.50'] },
  { code: '70553', charge: 1210, diagnoses: ['G43.909'] },
  { code: '95810', charge: 1340, diagnoses: ['G47.33'] },
  { code: '45378', charge: 1125, diagnoses: ['Z12.11'] },
]

interface Setting {
  readonly seed: number
  readonly level: Level
  readonly clinic: Clinic
}

/** Draws the claims of the list: first the one of the branch, then the others, then those of people who resemble its patient. */
export function drawFacts(branch: Branch, { seed, level, clinic }: Setting): Facts {
  const { claims: count, lookAlikes: twins, others } = sizes[level]
  const numberOf = personNumbers(seed)
  const rest = createChance(seed, 'others')
    .shuffle(others)
    .slice(0, count - 1)
  const main = drawClaim(createChance(seed, 'main'), branch, { seed, numberOf, place: 1 })
  const open = [
    main,
    ...rest.map((situation, index) =>
      drawClaim(createChance(seed, `claim ${index + 2}`), situation, { seed, numberOf, place: index + 2 }),
    ),
  ]
  const courses = createChance(seed, 'order of the list')
    .shuffle(open)
    .map((one) => courseOf(one))
  const mainCourse = courses.find((course) => course.open === main)
  if (mainCourse === undefined) throw new RangeError('the list has no main claim')
  const lookAlikes = Array.from({ length: twins }, (_, index) =>
    drawLookAlike(createChance(seed, `look-alike ${index + 1}`), main, index + 1, numberOf(50 + index)),
  )
  const facts: Facts = {
    courses,
    main: mainCourse,
    lookAlikes,
    distractors: [...lookAlikes.flatMap((twin) => distractorsOf(twin, main)), ...listDistractors(open)],
  }
  refuseKnownPeople(
    [...facts.courses.map(({ open }) => open.claim.member), ...facts.lookAlikes.map(({ member }) => member)],
    clinic,
  )
  refuseUndecided(facts)
  return facts
}

interface Place {
  readonly seed: number
  readonly numberOf: (place: number) => number
  readonly place: number
}

/** What a claim is about does not depend on what has become of it, so that branches share their people. */
function drawClaim(chance: Chance, situation: Situation, { seed, numberOf, place }: Place): OpenClaim {
  const person = createChance(seed, `person ${place}`)
  const own = numberOf(place)
  const member = drawMember(person, own)
  const { code, charge, diagnoses } = person.pick(billed)
  const account = `AC${own}${person.integer(10, 99)}`
  return drawCourse(chance, situation, { member, account, code, charge, diagnoses, serviceDate: '' })
}

/** Draws what has become of a claim, and the dates that agree with it. */
function drawCourse(chance: Chance, situation: Situation, claim: SentClaim): OpenClaim {
  const { member, charge } = claim
  const lag = chance.integer(1, 5)
  const { filingLimit, claimPrefix } = claimsPayers[member.payer]
  const billedAge = {
    paid: () => chance.integer(16, 60),
    'paid-elsewhere': () => chance.integer(20, 60),
    denied: () => chance.integer(20, 70),
    'in-process': () => chance.integer(6, patience - 2),
    promised: () => chance.integer(patience + 3, 75),
    'records-wanted': () => chance.integer(patience + 3, 75),
    'paid-today': () => chance.integer(patience + 3, 75),
    'never-received': () => chance.integer(20, filingLimit - 10),
    'past-limit': () => chance.integer(filingLimit + 4, filingLimit + 70),
    rejected: () => chance.integer(15, 60),
  }[situation]()
  const serviceAge = billedAge + lag
  const decision = drawDecision(chance, situation, charge, billedAge)
  return {
    claim: { ...claim, serviceDate: dayFromToday(-serviceAge) },
    situation,
    serviceAge,
    billedAge,
    number: `${claimPrefix}26${chance.integer(100_000, 999_999)}`,
    decision,
    rejection: situation === 'rejected' ? chance.pick(Object.keys(rejectionCodes) as readonly RejectionCode[]) : null,
    answer: drawAnswer(chance, situation),
    note: chance.integer(0, 2) === 0 ? '' : drawNote(chance, billedAge),
  }
}

function drawNote(chance: Chance, billedAge: number): string {
  const day = dayFromToday(-chance.integer(2, Math.max(3, Math.min(billedAge - 1, 25))))
  return say(chance, notes, { day, what: chance.pick(noted) })
}

function drawDecision(chance: Chance, situation: Situation, charge: number, billedAge: number): Decision | null {
  if (situation !== 'paid' && situation !== 'paid-elsewhere' && situation !== 'denied') return null
  const age = chance.integer(3, Math.min(billedAge - 5, 14))
  const paymentNumber = String(chance.integer(10_000_000, 99_999_999))
  if (situation === 'denied') {
    const denial = chance.pick(Object.keys(denialReasons) as readonly DenialReason[])
    return { age, paymentNumber, denial, elsewhere: false, paid: 0, owed: 0 }
  }
  const owed = chance.pick([0, 20, 30, 45])
  const paid = Math.round(charge * chance.pick([0.5, 0.6, 0.7])) - owed
  return { age, paymentNumber, denial: null, elsewhere: situation === 'paid-elsewhere', paid, owed }
}

function drawAnswer(chance: Chance, situation: Situation): Answer {
  const callReference = `CR${chance.integer(100_000, 999_999)}`
  const reference = callReference
  if (situation === 'promised') {
    const day = dayFromToday(chance.integer(4, 25))
    return {
      kind: situation,
      text: say(chance, promises, { day: inWords(day), reference }),
      callReference,
      told: reference,
      day,
    }
  }
  if (situation === 'records-wanted') {
    return {
      kind: situation,
      text: say(chance, recordRequests, { reference }),
      callReference,
      told: reference,
      day: null,
    }
  }
  if (situation === 'paid-today') {
    const number = String(chance.integer(10_000_000, 99_999_999))
    return {
      kind: situation,
      text: say(chance, justPaid, { number, reference }),
      callReference,
      told: number,
      day: null,
    }
  }
  if (situation === 'paid-elsewhere') {
    const trace = `TR${chance.integer(100_000, 999_999)}`
    return { kind: 'trace', text: say(chance, traces, { trace, reference }), callReference, told: trace, day: null }
  }
  return {
    kind: 'nothing-new',
    text: say(chance, nothingNew, { reference }),
    callReference,
    told: reference,
    day: null,
  }
}

/** A claim of somebody else with the same service at the same payer, of which something else has become. */
function drawLookAlike(chance: Chance, main: OpenClaim, number: number, own: number): LookAlike {
  const { member, code, charge, diagnoses } = main.claim
  const twin: Member = {
    ...member,
    id: `pat-${own}`,
    mrn: `MRN${own}${chance.integer(100, 999)}`,
    memberId: memberNumberOf(member.payer, own, chance.integer(1, 9)),
    ...(number === 1
      ? { birthDate: shiftYear(member.birthDate, chance.pick([-2, -1, 1, 2])) }
      : { given: chance.pick(givenNames[member.sex].filter((given) => given !== member.given)) }),
  }
  const situation = main.situation === 'denied' ? 'paid' : chance.pick(['paid', 'denied'] as const)
  const account = `AC${own}${chance.integer(10, 99)}`
  return {
    member: twin,
    open: drawCourse(chance, situation, { member: twin, account, code, charge, diagnoses, serviceDate: '' }),
  }
}

function distractorsOf({ member, open }: LookAlike, main: OpenClaim): readonly Distractor[] {
  const { claim } = main
  const differsIn = member.given === claim.member.given ? 'the date of birth' : 'the given name'
  return [
    { record: `Patient/${member.id}`, resembles: `Patient/${claim.member.id}`, differsIn },
    {
      record: `claim ${open.claim.account}`,
      resembles: `claim ${claim.account}`,
      differsIn: `the patient, by ${differsIn}`,
    },
  ]
}

/** Claims of which the nearest source says less than another one. */
function listDistractors(open: readonly OpenClaim[]): readonly Distractor[] {
  return open.flatMap(({ claim, situation, note, answer }): readonly Distractor[] => {
    const record = `claim ${claim.account}`
    const stale =
      note === ''
        ? []
        : [{ record: `note on ${claim.account}`, resembles: 'an answer of the payer', differsIn: 'the day' }]
    if (situation === 'paid-elsewhere')
      return [...stale, { record, resembles: 'a payment to us', differsIn: 'the payee of the remittance' }]
    if (answer.kind !== 'nothing-new')
      return [...stale, { record, resembles: 'a pending claim', differsIn: 'what the payer says on the telephone' }]
    if (situation === 'rejected')
      return [...stale, { record, resembles: 'a claim never sent', differsIn: 'the claim acknowledgment' }]
    if (situation === 'past-limit')
      return [...stale, { record, resembles: 'a claim to send', differsIn: 'the filing limit' }]
    return stale
  })
}

/** `March 9, 2026`. */
function inWords(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  return `${months[(month ?? 1) - 1]} ${date}, ${year}`
}
