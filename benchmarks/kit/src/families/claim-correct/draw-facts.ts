import { drawMember } from '../../builders/draw-people.js'
import { Drawing, drawMemberLike, repeat, type Setting } from '../../builders/drawing.js'
import type { Chance } from '../../chance.js'
import { claimsPayers, correctionLimits } from '../../clinic/claims.js'
import type { SentClaim } from '../../clinic/claims-records.js'
import { dayFromToday, workingDays } from '../../clinic/dates.js'
import { countUnits, type PlaceOfService, therapyCharge, visitCharges } from '../../clinic/handbook-corrections.js'
import { refuseKnownPeople } from '../../refusals.js'
import { drawAuthorizations, drawNoteDecoys } from './draw-decoys.js'
import type { Authorization, Branch, Course, Diagnosis, Facts, LookAlike, Note, Reason, ServiceKind } from './facts.js'
import { refuseUndecided } from './handbook-rules.js'

const sizes = {
  E: { claims: 1, lookAlikes: 1, decoys: 2 },
  M: { claims: 2, lookAlikes: 1, decoys: 2 },
  H: { claims: 3, lookAlikes: 2, decoys: 3 },
} as const

/** The branches whose claim is corrected and sent, and those whose claim must not be sent. */
const sentBranches: readonly Branch[] = ['authorization', 'diagnosis', 'units', 'place', 'level', 'subscriber']
const heldBranches: readonly Branch[] = ['not-supported', 'no-authorization', 'too-late']

/** Studies with their charges in dollars and two possible diagnoses each. Frozen within a major version. */
const imaging = [
  {
    code: '72148',
    charge: 850,
    diagnoses: [d('M54.16', 'Lumbar radiculopathy'), d('M51.26', 'Lumbar disc displacement')],
  },
  {
    code: '73721',
    charge: 640,
    diagnoses: [d('M17.11', 'Osteoarthritis of the right knee'), d('M17.12', 'Osteoarthritis of the left knee')],
  },
  { code: '70553', charge: 1210, diagnoses: [d('G43.909', 'Migraine'), d('R51.9', 'Headache')] },
  { code: '78452', charge: 1480, diagnoses: [d('I25.10', 'Coronary artery disease'), d('R07.9', 'Chest pain')] },
] as const
const visitDiagnoses = [
  d('E11.9', 'Type 2 diabetes'),
  d('I10', 'Hypertension'),
  d('E78.5', 'Hyperlipidemia'),
  d('J45.909', 'Asthma'),
]
const therapyDiagnoses = [
  d('M54.50', 'Low back pain'),
  d('M54.2', 'Neck pain'),
  d('M25.511', 'Pain in the right shoulder'),
]

function d(code: string, text: string): Diagnosis {
  return { code, text }
}

/** Draws the claims of the list, the main one first, and shuffles them. Also draws the look-alikes. */
export function drawFacts(branch: Branch, setting: Setting): Facts {
  const draw = new Drawing(setting)
  const { claims, lookAlikes: count } = sizes[draw.level]
  const others = draw.chance('others')
  const isHeld = heldBranches.includes(branch)
  const few = () =>
    [
      ...others.shuffle(sentBranches.filter((one) => one !== branch)).slice(0, isHeld ? 2 : 1),
      ...(isHeld ? [] : others.shuffle(heldBranches).slice(0, 1)),
    ].slice(0, claims - 1)
  const rest =
    draw.volume === undefined ? few() : repeat(others.shuffle([...sentBranches, ...heldBranches]), draw.volume - 1)
  const main = drawCourse(draw, branch, 1)
  const drawn = [main, ...rest.map((one, index) => drawCourse(draw, one, index + 2))]
  const twins = draw.twins({ main, list: drawn, count }, drawTwin)
  const lookAlikes = twins.map(({ twin }) => twin)
  for (const { twin, of } of twins) distractByTwin(draw, twin, of)
  for (const course of drawn) distractByCourse(draw, course)
  const courses = draw.chance('order of the list').shuffle(drawn)
  const facts: Facts = { courses, main, lookAlikes, distractors: draw.distractors }
  refuseKnownPeople([...courses.map(({ sent }) => sent.member), ...lookAlikes.map(({ member }) => member)], draw.clinic)
  refuseUndecided(facts)
  return facts
}

const kinds: Readonly<Record<Branch, readonly ServiceKind[]>> = {
  authorization: ['imaging'],
  'no-authorization': ['imaging'],
  diagnosis: ['visit', 'imaging', 'therapy'],
  units: ['therapy'],
  place: ['visit'],
  level: ['visit'],
  subscriber: ['visit', 'imaging', 'therapy'],
  'not-supported': ['visit', 'therapy'],
  'too-late': ['visit', 'therapy'],
}

/** Draws the bill of a service and its fault, and derives what is true, what was sent, and what must be sent. */
function drawCourse(draw: Drawing, branch: Branch, place: number): Course {
  const { decoys } = sizes[draw.level]
  const own = draw.numberOf(place)
  const person = draw.chance(`person ${place}`)
  const member = drawMember(person, own)
  const account = `AC${own}${person.integer(10, 99)}`
  const chance = draw.chance(`claim ${place}`)
  const kind = chance.pick(kinds[branch])
  const { filingLimit, claimPrefix } = claimsPayers[member.payer]
  const limit = correctionLimits[member.payer]
  const deniedAge = branch === 'too-late' ? chance.integer(limit + 4, limit + 40) : chance.integer(3, limit - 8)
  const billedAge = branch === 'subscriber' ? chance.integer(8, filingLimit - 30) : deniedAge + chance.integer(8, 20)
  const serviceAge = -workingDays(-billedAge - chance.integer(1, 5))
  const fault = drawFault(branch, kind, draw.chance(`fault ${place}`))
  const billed = drawService(chance, kind)
  const service = rightService(billed, fault, draw.chance(`right service ${place}`))
  const right: SentClaim = {
    member,
    account,
    code: service.code,
    diagnoses: [service.diagnosis.code],
    charge: service.charge,
    units: service.units,
    placeOfService: service.place,
    serviceDate: dayFromToday(-serviceAge),
  }
  const authorization: Authorization = {
    number: `PA${chance.integer(10_000_000, 99_999_999)}`,
    member,
    code: right.code,
    diagnosis: service.diagnosis.code,
    serviceAge,
    approved: true,
  }
  const sent = wrongly(right, { fault, billed, chance })
  const isHeld = heldBranches.includes(branch)
  const corrected = fault === 'authorization' ? { ...right, authorizationNumber: authorization.number } : right
  const noted: Note = {
    id: `note-${own}`,
    member,
    age: serviceAge,
    final: true,
    diagnosis: service.diagnosis,
    minutes: service.minutes,
    place: service.place,
    kind,
  }
  const hidden = branch === 'not-supported'
  const numbers = draw.numbers(`notes ${place}`, 4)
  const notes = [
    hidden ? { ...noted, minutes: null } : noted,
    ...drawNoteDecoys(chance, noted, { hidden, decoys, other: service.other }),
  ].map((note, index): Note => ({ ...note, id: `note-${own}-${numbers[index]}` }))
  const authorizations =
    kind === 'imaging'
      ? drawAuthorizations(chance, authorization, { branch, decoys, codes: imaging.map(({ code }) => code) })
      : []
  const tempting =
    branch === 'no-authorization' ? { ...right, authorizationNumber: authorizations[0]?.number ?? '' } : corrected
  const allowed = Math.round(right.charge * chance.pick([50, 60, 70])) / 100
  const owed = chance.pick([0, 20, 25, 30])
  return {
    branch,
    sent,
    corrected: isHeld ? null : corrected,
    kind,
    serviceAge,
    billedAge,
    deniedAge: branch === 'subscriber' ? billedAge - 1 : deniedAge,
    denial: denialFor(fault),
    number: `${claimPrefix}26${chance.integer(100_000, 999_999)}`,
    paymentNumber: String(chance.integer(10_000_000, 99_999_999)),
    notes,
    authorizations,
    paid: isHeld ? 0 : Math.round((allowed - owed) * 100) / 100,
    owed: isHeld ? 0 : owed,
    delay: chance.integer(20, 100) * 60,
    outcome: isHeld ? (branch as Course['outcome']) : branch === 'subscriber' ? 'resent' : 'replaced',
    tempting,
  }
}

interface Service {
  readonly code: string
  readonly charge: number
  readonly units: number
  readonly minutes: number | null
  readonly place: PlaceOfService
  readonly diagnosis: Diagnosis
  /** The other diagnosis that the service could have. */
  readonly other: Diagnosis
}

function drawService(chance: Chance, kind: ServiceKind): Service {
  const [place = '11'] = chance.shuffle(['11', '22'] as const)
  if (kind === 'imaging') {
    const { code, charge, diagnoses } = chance.pick(imaging)
    const [diagnosis = diagnoses[0], other = diagnoses[1]] = chance.shuffle(diagnoses)
    return { code, charge, units: 1, minutes: null, place: '22', diagnosis, other }
  }
  const [diagnosis, other] = chance.shuffle(kind === 'visit' ? visitDiagnoses : therapyDiagnoses)
  if (diagnosis === undefined || other === undefined) throw new RangeError('a service needs two diagnoses')
  if (kind === 'visit') {
    const minutes = chance.integer(31, 38)
    const code = '99214'
    return { code, charge: visitCharges[code], units: 1, minutes, place, diagnosis, other }
  }
  const minutes = chance.pick([38, 40, 43, 46, 49, 51, 68, 71, 75, 80])
  const units = countUnits(minutes)
  return { code: '97110', charge: units * therapyCharge, units, minutes, place, diagnosis, other }
}

type Fault = 'authorization' | 'diagnosis' | 'units' | 'place' | 'level' | 'subscriber'

/** Draws what was billed wrongly; in branches that send nothing, what seems to be wrong. */
function drawFault(branch: Branch, kind: ServiceKind, chance: Chance): Fault {
  if (branch === 'no-authorization') return 'authorization'
  if (branch === 'not-supported') return kind === 'therapy' ? 'units' : 'level'
  if (branch === 'too-late') return kind === 'therapy' ? 'units' : chance.pick(['level', 'place', 'diagnosis'] as const)
  return branch
}

function denialFor(fault: Fault): Reason | null {
  const reasons: Readonly<Record<Fault, Reason | null>> = {
    authorization: { reason: '197', remark: null },
    diagnosis: { reason: '11', remark: null },
    units: { reason: '16', remark: 'M53' },
    place: { reason: '5', remark: null },
    level: { reason: '150', remark: null },
    subscriber: null,
  }
  return reasons[fault]
}

/**
 * Returns the service that was performed; it differs from the billed one only by the fault. The bill is drawn first, so
 * that branches share it and differ in what is right.
 */
function rightService(billed: Service, fault: Fault, chance: Chance): Service {
  switch (fault) {
    case 'diagnosis':
      return { ...billed, diagnosis: billed.other, other: billed.diagnosis }
    case 'place':
      return { ...billed, place: billed.place === '11' ? '22' : '11' }
    case 'level':
      return { ...billed, minutes: chance.integer(21, 28), code: '99213', charge: visitCharges['99213'] }
    default:
      return billed
  }
}

function wrongly(
  right: SentClaim,
  { fault, billed, chance }: { readonly fault: Fault; readonly billed: Service; readonly chance: Chance },
): SentClaim {
  const { memberId } = right.member
  switch (fault) {
    case 'authorization':
      return right
    case 'diagnosis':
      return { ...right, diagnoses: [billed.diagnosis.code] }
    case 'place':
      return { ...right, placeOfService: billed.place }
    case 'level':
      return { ...right, code: billed.code, charge: billed.charge }
    case 'units': {
      const units = billed.units + chance.pick([1, 2])
      return { ...right, units, charge: units * therapyCharge }
    }
    case 'subscriber': {
      // Swaps the first and the last of the last four digits; draws in which they are equal are rejected.
      const swapped = `${memberId.at(-1)}${memberId.at(-3)}${memberId.at(-2)}${memberId.at(-4)}`
      const { formerId = `${memberId.slice(0, -4)}${swapped}` } = right.member
      return { ...right, member: { ...right.member, memberId: formerId } }
    }
  }
}

/**
 * Draws a look-alike with another date of birth or given name, who has the same service, and a claim that was sent but
 * not decided.
 */
function drawTwin(chance: Chance, main: Course, number: number, own: number): LookAlike {
  const { corrected, tempting, serviceAge, billedAge } = main
  const member = drawMemberLike(chance, (corrected ?? tempting).member, own, number % 2 === 1 ? 'birthDate' : 'given')
  const [note] = main.notes
  if (note === undefined) throw new RangeError('a claim needs a note')
  const account = `AC${own}${chance.integer(10, 99)}`
  const authorization: Authorization = {
    number: `PA${chance.integer(10_000_000, 99_999_999)}`,
    member,
    code: tempting.code,
    diagnosis: tempting.diagnoses[0] ?? '',
    serviceAge,
    approved: true,
  }
  const isAuthorized = tempting.authorizationNumber !== undefined
  const minutes = note.kind === 'imaging' ? null : chance.integer(31, 52)
  return {
    member,
    claim: { ...tempting, member, account, ...(isAuthorized && { authorizationNumber: authorization.number }) },
    note: { ...note, id: `note-${own}-${number}`, member, minutes },
    authorization,
    billedAge,
  }
}

function distractByTwin(draw: Drawing, { member, note, authorization }: LookAlike, main: Course): void {
  draw.distractByPerson(member, main.sent.member)
  draw.distract(`DocumentReference/${note.id}`, `DocumentReference/${main.notes[0]?.id}`, 'the patient')
  if (main.kind === 'imaging') draw.distract(`authorization ${authorization.number}`, theOneThatFits, 'the patient')
}

const theOneThatFits = 'the one that fits'

function distractByCourse(draw: Drawing, { notes, authorizations, corrected, sent, branch }: Course): void {
  const [right, ...others] = notes
  for (const { id, final } of others) {
    const differsIn = final ? 'the day' : 'the status, which is a draft'
    draw.distract(`DocumentReference/${id}`, `DocumentReference/${right?.id}`, differsIn)
  }
  for (const { number, approved, code } of authorizations) {
    if (number === corrected?.authorizationNumber) continue
    const differsIn = !approved ? 'the decision' : code === sent.code ? 'the day of the service' : 'the procedure'
    draw.distract(`authorization ${number}`, theOneThatFits, differsIn)
  }
  if (branch === 'too-late') draw.distract(`claim ${sent.account}`, 'a claim to replace', 'the day of the denial')
}
