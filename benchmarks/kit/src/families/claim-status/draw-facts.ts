import { drawMember } from '../../builders/draw-people.js'
import { Drawing, describeDifference, drawMemberLike, repeat, type Setting } from '../../builders/drawing.js'
import type { Chance } from '../../chance.js'
import { claimsPayers, patience } from '../../clinic/claims.js'
import type { SentClaim } from '../../clinic/claims-records.js'
import { dayFromToday, months, workingDays } from '../../clinic/dates.js'
import { type DenialReason, denialReasons, type RejectionCode, rejectionCodes } from '../../clinic/handbook-claims.js'
import { say } from '../../phrase-bank.js'
import { refuseKnownPeople } from '../../refusals.js'
import type { Level } from '../../task.js'
import type { Answer, Branch, Decision, Facts, LookAlike, OpenClaim, Situation } from './facts.js'
import { courseFor, refuseUndecided } from './handbook-rules.js'
import { justPaid, noted, notes, nothingNew, promises, recordRequests, traces } from './phrases.js'

/**
 * By level: the number of claims on the list and of look-alikes, and the situations from which the other claims are
 * drawn.
 */
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

/** The services that claims bill, with their charge in dollars. Frozen within a major version. */
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

/** Draws the claims of the list, the main one first, and shuffles them. Also draws the look-alikes. */
export function drawFacts(branch: Branch, setting: Setting): Facts {
  const draw = new Drawing(setting)
  const { claims, lookAlikes: count, others } = sizes[draw.level]
  const rest = repeat(draw.chance('others').shuffle(others), (draw.volume ?? claims) - 1)
  const first = drawClaim(draw, 'main', branch, 1)
  const open = [first, ...rest.map((situation, index) => drawClaim(draw, `claim ${index + 2}`, situation, index + 2))]
  const courses = draw
    .chance('order of the list')
    .shuffle(open)
    .map((one) => courseFor(one))
  const main = courses.find((course) => course.open === first)
  if (main === undefined) throw new RangeError('the list has no main claim')
  const twins = draw.twins({ main: first, list: open, count }, drawTwin)
  const lookAlikes = twins.map(({ twin }) => twin)
  for (const { twin, of } of twins) distractByTwin(draw, twin, of)
  for (const one of open) distractByClaim(draw, one)
  const facts: Facts = { courses, main, lookAlikes, distractors: draw.distractors }
  refuseKnownPeople([...open.map(({ claim }) => claim.member), ...lookAlikes.map(({ member }) => member)], draw.clinic)
  refuseUndecided(facts)
  return facts
}

/**
 * Draws a claim of the list. Patient and service depend only on its place, so that the branches of a seed share them.
 */
function drawClaim(draw: Drawing, topic: string, situation: Situation, place: number): OpenClaim {
  const person = draw.chance(`person ${place}`)
  const own = draw.numberOf(place)
  const member = drawMember(person, own)
  const service = person.pick(billed)
  const account = `AC${own}${person.integer(10, 99)}`
  return drawCourse(draw.chance(topic), situation, { member, account, ...service, serviceDate: '' })
}

/** Draws what became of a claim, and dates that agree with it. */
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
  const serviceAge = -workingDays(-billedAge - lag)
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
  const reference = `CR${chance.integer(100_000, 999_999)}`
  const base = { callReference: reference, told: reference, day: null }
  switch (situation) {
    case 'promised': {
      const day = dayFromToday(chance.integer(4, 25))
      return { ...base, kind: situation, text: say(chance, promises, { day: inWords(day), reference }), day }
    }
    case 'records-wanted':
      return { ...base, kind: situation, text: say(chance, recordRequests, { reference }) }
    case 'paid-today': {
      const number = String(chance.integer(10_000_000, 99_999_999))
      return { ...base, kind: situation, text: say(chance, justPaid, { number, reference }), told: number }
    }
    case 'paid-elsewhere': {
      const trace = `TR${chance.integer(100_000, 999_999)}`
      return { ...base, kind: 'trace', text: say(chance, traces, { trace, reference }), told: trace }
    }
    default:
      return { ...base, kind: 'nothing-new', text: say(chance, nothingNew, { reference }) }
  }
}

/** Draws a look-alike with a claim for the same service at the same payer, which was paid or denied. */
function drawTwin(chance: Chance, { claim, situation }: OpenClaim, number: number, own: number): LookAlike {
  const member = drawMemberLike(chance, claim.member, own, number % 2 === 1 ? 'birthDate' : 'given')
  const other = situation === 'denied' ? 'paid' : chance.pick(['paid', 'denied'] as const)
  const account = `AC${own}${chance.integer(10, 99)}`
  return { member, open: drawCourse(chance, other, { ...claim, member, account }) }
}

function distractByTwin(draw: Drawing, { member, open }: LookAlike, { claim }: OpenClaim): void {
  draw.distractByPerson(member, claim.member)
  const differsIn = `the patient, by ${describeDifference(member, claim.member)}`
  draw.distract(`claim ${open.claim.account}`, `claim ${claim.account}`, differsIn)
}

/**
 * Adds the distractors of a claim: the colleague's note, and what the claim looks like until another source is read.
 */
function distractByClaim(draw: Drawing, { claim, situation, note, answer }: OpenClaim): void {
  const resembles = (what: string, differsIn: string) => draw.distract(`claim ${claim.account}`, what, differsIn)
  if (note !== '') draw.distract(`note on ${claim.account}`, 'an answer of the payer', 'the day')
  if (situation === 'paid-elsewhere') resembles('a payment to us', 'the payee of the remittance')
  else if (answer.kind !== 'nothing-new') resembles('a pending claim', 'what the payer says on the telephone')
  else if (situation === 'rejected') resembles('a claim never sent', 'the claim acknowledgment')
  else if (situation === 'past-limit') resembles('a claim to send', 'the filing limit')
}

/** `March 9, 2026`. */
function inWords(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  return `${months[(month ?? 1) - 1]} ${date}, ${year}`
}
