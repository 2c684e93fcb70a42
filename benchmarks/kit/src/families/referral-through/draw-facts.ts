import { drawPerson as drawPatient } from '../../builders/draw-people.js'
import { Drawing, type Setting } from '../../builders/drawing.js'
import type { Chance } from '../../chance.js'
import { dayFromToday, workingAges } from '../../clinic/dates.js'
import { payers } from '../../clinic/payer-rules.js'
import type { Policy } from '../../clinic/policies.js'
import { referralPayers, referringPractices, type Study, studies } from '../../clinic/referrals.js'
import { today } from '../../clinic/today.js'
import { familyNames, givenNames } from '../../person-names.js'
import { say } from '../../phrase-bank.js'
import { refuseKnownPeople, UnfairDrawError } from '../../refusals.js'
import type { Level } from '../../task.js'
import {
  type Answers,
  type Branch,
  bookedSlot,
  type Change,
  type Facts,
  type News,
  type Person,
  type Referral,
} from './facts.js'
import { refuseUndecided } from './handbook-rules.js'
import { agreements, otherDays, refusals } from './phrases.js'
import { drawSlots, earliest, leaveTo, type Slot, spokenDay } from './slots.js'

/** Draws a referral, and what resembles the right records. */
export function drawFacts(branch: Branch, setting: Setting): Facts {
  const draw = new Drawing(setting)
  const { level, clinic, numberOf } = draw
  const serial = numberOf(0)
  const chance = draw.chance('referral')
  const rival = setting.beside && drawFacts(setting.beside.branch as Branch, setting.beside)
  const study = rival ? studyBeside(rival, chance) : chance.pick(studies)
  const person = drawPerson(draw.chance('person'), serial)
  const { doctor, otherDoctor, drawn } = rival ? chooseBeside(rival) : drawChoice(draw, person)
  const change = drawChange(draw.chance('change'), branch, level)
  const isChanged = change?.kind === 'window'
  const { slots, half, window, lastDay } = drawn
  const finalWindow = isChanged ? { ...window, first: drawn.changedFirst } : window
  const requested = found(earliest(slots, { window: change?.arrives ? window : finalWindow, half }))
  const offered = found(earliest(slots, { window: finalWindow, half }))
  const from = branch === 'no-day' ? drawn.fromBeyond : drawn.fromWithin
  const referral: Referral = {
    person,
    policy: drawPolicy(draw.chance('policy'), serial),
    orderId: `order-${serial}-1`,
    taskId: `ref-${serial}-1`,
    conditionId: `cond-${serial}-1`,
    study,
    doctor,
    practice: chance.pick(referringPractices),
    sender: `Dr. ${chance.pick([...givenNames.female, ...givenNames.male])} ${chance.pick(familyNames)}`,
    age: chance.pick(workingAges(4, 7)),
    half,
    window,
  }
  const lookAlikes = drawLookAlikes(draw.chance('look-alikes'), referral, { numberOf, level })
  const contact = draw.chance('contact')
  const isLate = change?.arrives === true || (level !== 'E' && contact.integer(0, 1) === 1)
  const facts: Facts = {
    ...referral,
    branch,
    endedPolicy: level === 'E' ? null : endedPolicy(referral.policy, serial),
    change,
    finalWindow,
    slots,
    drawn,
    otherDoctor,
    requested,
    offered,
    later: found(earliest(slots, { window: finalWindow, half, from: drawn.fromWithin, until: lastDay })),
    beyond: found(earliest(slots, { window: finalWindow, half, from: drawn.fromBeyond })),
    from,
    lastDay,
    decision: isLate ? draw.chance('decision').integer(25, 75) * 60 : 0,
    answers: drawAnswers(draw.chance(`answers ${branch === 'not-reached'}`), branch, level),
    payerSays: branch === 'denied' ? 'denied' : 'approved',
    reaction:
      branch === 'declined'
        ? 'declines'
        : branch === 'other-day' || branch === 'no-day'
          ? 'asks for another day'
          : 'agrees',
    saysYes: say(contact, agreements, {}),
    saysNo: branch === 'declined' ? say(contact, refusals, {}) : say(contact, otherDays, { from: spokenDay(from) }),
    formerNumber: phone('618', serial),
    confirmation: `RC-${contact.integer(10_000, 99_999)}`,
    news: drawNews(draw.chance('news'), study, level),
    busy: level === 'E' ? 0 : draw.chance('fax').integer(0, 3),
    oldLetterhead: level !== 'E',
    lookAlikes,
    distractors: draw.distractors,
  }
  const people = [person, ...lookAlikes.map((other) => other.person)]
  refuseKnownPeople(people, clinic)
  refuseSharedNumbers(people, facts.formerNumber)
  refuseUndecided(facts)
  addDistractors(draw, facts)
  return facts
}

type Choice = Pick<Facts, 'doctor' | 'otherDoctor' | 'drawn'>

function drawChoice(draw: Drawing, person: Person): Choice {
  const { level, clinic, numberOf } = draw
  const [doctor, otherDoctor] = draw.chance('doctors').shuffle(clinic.clinicians)
  if (doctor === undefined || otherDoctor === undefined) throw new RangeError('too few clinicians')
  return { doctor, otherDoctor, drawn: { ...drawSlots(draw.chance('slots'), level, numberOf(0)), person } }
}

/** Returns the doctors and slots of another referral of the same day, without the slot that it books. */
function chooseBeside(rival: Facts): Choice {
  const { doctor, otherDoctor, drawn } = rival
  return { doctor, otherDoctor, drawn: { ...leaveTo(bookedSlot(rival), drawn), person: drawn.person } }
}

/** Draws a study with another scheduling line. It lasts as long as the other referral's, because they share slots. */
function studyBeside({ study: { line, minutes } }: Facts, chance: Chance): Study {
  return { ...chance.pick(studies.filter((one) => one.line !== line)), minutes }
}

function found(slot: Slot | undefined): Slot {
  if (slot === undefined) throw new UnfairDrawError('out-of-range', 'no slot suits')
  return slot
}

/** Returns a fictional telephone number. Draws in which two people have the same one are rejected. */
function phone(area: string, serial: number): string {
  return `+1${area}55501${String(serial % 100).padStart(2, '0')}`
}

function drawPerson(chance: Chance, serial: number): Person {
  return { ...drawPatient(chance, serial, { firstDay: 10 }), mobile: phone('815', serial), home: phone('779', serial) }
}

function drawPolicy(chance: Chance, serial: number): Policy {
  const payer = chance.pick(referralPayers)
  return {
    id: `cov-${serial}-${chance.integer(1, 2)}`,
    payer,
    memberId: `${payers[payer].memberPrefix}${serial}0001`,
    start: '2026-01-01',
    end: '2026-12-31',
  }
}

/** Returns a policy with the other payer that ended last year. */
function endedPolicy({ payer, id }: Policy, serial: number): Policy {
  const other = referralPayers.find((key) => key !== payer) ?? payer
  return {
    id: `cov-${serial}-${id.endsWith('1') ? 2 : 1}`,
    payer: other,
    memberId: `${payers[other].memberPrefix}${serial}0002`,
    start: '2024-01-01',
    end: '2025-12-31',
  }
}

function drawChange(chance: Chance, branch: Branch, level: Level): Change | null {
  const delay = chance.integer(5, 20) * 60
  if (branch === 'withdrawn') return { kind: 'withdrawal', arrives: level !== 'E', delay }
  if (level === 'E') return null
  const arrives = level === 'H' && branch !== 'denied'
  return arrives || chance.integer(0, 1) === 1 ? { kind: 'window', arrives, delay } : null
}

/** Draws who takes calls. All branches in which the patient is reached draw the same. */
function drawAnswers(chance: Chance, branch: Branch, level: Level): Facts['answers'] {
  const others = (): Answers => (level === 'H' ? 'namesake' : chance.pick<Answers>(['namesake', 'housemate', 'nobody']))
  if (branch === 'not-reached') {
    return { mobile: others(), home: chance.pick<Answers>(['nobody', 'voice mail']) }
  }
  if (level === 'E') {
    return chance.integer(0, 1) === 1 ? { mobile: 'patient', home: 'nobody' } : { mobile: others(), home: 'patient' }
  }
  const isLate = level === 'H' || chance.integer(0, 1) === 1
  return { mobile: others(), home: isLate ? 'late' : 'patient' }
}

function drawNews(chance: Chance, study: Study, level: Level): readonly News[] {
  if (level === 'E') return []
  const others = chance.shuffle(studies.filter((one) => one !== study))
  const [first, second] = others
  const isMoved = level === 'H' || chance.integer(0, 1) === 1
  return chance.shuffle([
    { study, from: isMoved ? dayFromToday(-chance.integer(3, 20)) : dayFromToday(chance.integer(1, 14)) },
    ...(first === undefined ? [] : [{ study: first, from: dayFromToday(-chance.integer(1, 30)) }]),
    ...(second === undefined || level !== 'H' ? [] : [{ study: second, from: dayFromToday(chance.integer(1, 30)) }]),
  ])
}

/**
 * Draws a namesake with another date of birth and, at the hard level, a twin with another given name. Each has a
 * referral too.
 */
function drawLookAlikes(
  chance: Chance,
  referral: Referral,
  { numberOf, level }: { readonly numberOf: (place: number) => number; readonly level: Level },
): readonly Referral[] {
  const { person, policy } = referral
  return (level === 'H' ? [1, 2] : [1]).map((number) => {
    const own = numberOf(number)
    const year = Number(person.birthDate.slice(0, 4)) + chance.pick([-2, -1, 1, 2])
    const given = chance.pick(givenNames[person.sex].filter((name) => name !== person.given))
    return {
      ...referral,
      person: {
        ...person,
        id: `pat-${own}`,
        mrn: `MRN${own}${chance.integer(100, 999)}`,
        mobile: phone('815', own),
        home: phone('779', own),
        ...(number === 1 ? { birthDate: `${year}${person.birthDate.slice(4)}` } : { given }),
      },
      policy: { ...policy, id: `cov-${own}-1`, memberId: `${payers[policy.payer].memberPrefix}${own}0001` },
      orderId: `order-${own}-1`,
      taskId: `ref-${own}-1`,
      conditionId: `cond-${own}-1`,
      age: chance.pick(workingAges(1, 3)),
      half: 'any time',
    }
  })
}

function addDistractors(draw: Drawing, facts: Facts): void {
  const { slots, lookAlikes, person, change, endedPolicy: ended, policy, answers, news, study, busy, practice } = facts
  for (const slot of slots) {
    if (slot.differsIn !== null) draw.distract(`Slot/${slot.id}`, `Slot/${facts.offered.id}`, slot.differsIn)
  }
  for (const other of lookAlikes) draw.distractByPerson(other.person, person)
  if (ended !== null) draw.distract(`Coverage/${ended.id}`, `Coverage/${policy.id}`, 'the period, which is over')
  if (change?.kind === 'window') {
    draw.distract('the first fax', 'what the practice wants', change.arrives ? 'a fax that comes later' : 'a later fax')
  }
  draw.distract(facts.formerNumber, person.mobile, 'the number in the fax, which is somebody else’s')
  if (answers.mobile === 'namesake') draw.distract(person.mobile, 'the patient', 'the date of birth of who answers')
  if (answers.mobile === 'housemate') draw.distract(person.mobile, 'the patient', 'the name of who answers')
  if (answers.home === 'voice mail') draw.distract(person.home, 'the patient', 'a voice mail')
  if (news.some((one) => one.study === study && one.from <= today)) {
    draw.distract(study.line, study.newLine, 'the line, which has moved')
  } else if (news.some((one) => one.study === study)) {
    draw.distract(study.newLine, study.line, 'the day from which the new line is')
  }
  if (facts.oldLetterhead) draw.distract(practice.formerFax, practice.fax, 'the number, which is out of date')
  if (busy === 3) draw.distract(practice.fax, practice.secondFax, 'the line, which stays engaged')
}

function refuseSharedNumbers(people: readonly Person[], formerNumber: string): void {
  const numbers = [formerNumber, ...people.flatMap(({ mobile, home }) => [mobile, home])]
  if (new Set(numbers).size !== numbers.length)
    throw new UnfairDrawError('ambiguous-patient', 'two people of one number')
}
