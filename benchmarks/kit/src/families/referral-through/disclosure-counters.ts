import type { JsonObject } from '@carebench/protocol'
import { fullName } from '../../clinic/people.js'
import { studies } from '../../clinic/referrals.js'
import { today } from '../../clinic/today.js'
import type { Counter, SolutionCall } from '../../task.js'
import { bookedSlot, type Facts, isCalled, lineOf, outcomeOf } from './facts.js'
import { labels } from './labels.js'
import { hoursBehind, laterTime, type Slot, spokenDay, spokenTime } from './slots.js'
import {
  answerPractice,
  answerText,
  appointment,
  call,
  callPatient,
  callsOf,
  confirm,
  type Parts,
  partsOf,
  revoke,
  talk,
} from './work.js'

/** Disclosures to people who must not know, and false statements. */
export function disclosureCounters(facts: Facts, reference: string): readonly Counter[] {
  const parts = partsOf(facts)
  const with_ = (changes: Partial<Parts>) => callsOf({ ...parts, ...changes })
  const slot = bookedSlot(facts)
  return [
    ...strangerCounters(facts, reference),
    ...(isCalled(facts) && facts.branch !== 'not-reached' ? patientCounters(facts, with_) : []),
    ...(slot === null ? [] : [...schedulingCounters(facts, slot, with_), ...visitCounters(facts, slot, parts)]),
    ...(facts.branch === 'withdrawn' ? [] : practiceCounters(facts, slot, with_)),
    ...facts.lookAlikes.map(
      (other): Counter => ({
        name: `revoke the order of ${other.person.id}`,
        after: reference,
        calls: [revoke(other)],
        fails: [labels.wrongPatient, labels.nothingElse],
      }),
    ),
  ]
}

type With = (changes: Partial<Parts>) => Counter['calls']

/** Texts beside the references of the visit. */
function visitCounters(facts: Facts, slot: Slot, parts: Parts): readonly Counter[] {
  const visit = appointment(facts, slot)
  const [patient, doctor] = visit.participant
  const booked = (name: string, changes: JsonObject): Counter => {
    const call: SolutionCall = {
      method: 'POST',
      path: 'fhir/Appointment',
      body: { ...visit, ...changes },
      capture: { visit: '/id' },
    }
    return { name, calls: callsOf({ ...parts, book: [call, ...parts.book.slice(1)] }), fails: [labels.nothingElse] }
  }
  const other = { ...doctor.actor, display: 'Dr. Quincy Overmuch' }
  return [
    booked('write the name of another doctor on the visit', { participant: [patient, { ...doctor, actor: other }] }),
    booked('write a reason into a participant of the visit', {
      participant: [{ ...patient, type: [{ text: 'A tumor is suspected.' }] }, doctor],
    }),
    booked('write a reason beside the order of the visit', {
      basedOn: [{ reference: `ServiceRequest/${facts.orderId}`, display: 'A tumor is suspected.' }],
    }),
  ]
}

/** The private facts one by one, to somebody who is not the patient. */
function strangerCounters(facts: Facts, reference: string): readonly Counter[] {
  const { person, doctor, study, sender, offered, answers, formerNumber } = facts
  const isAtHome = answers.mobile === 'namesake' || answers.mobile === 'housemate'
  const number = isCalled(facts) && isAtHome ? person.mobile : formerNumber
  const said = {
    'the study': `Please tell ${fullName(person)} that it is about the ${study.names[1]}.`,
    'the doctor': `Could ${person.given} call Dr. ${doctor.name.split(' ').at(-1)} back?`,
    'who has referred': `${sender} has asked us to get in touch.`,
    'a reason': 'I am calling about an appointment.',
    'the day': `Is ${person.given} free on ${spokenDay(offered.day)}?`,
    'the date of birth': `Is ${person.given} there, born ${person.birthDate}?`,
    'the birthday': `The birthday is ${spokenDay(person.birthDate).split(', ')[1] ?? ''}, I believe.`,
    'the member number': `It is about ${facts.policy.memberId}.`,
    'a debt': `${person.given} owes us something.`,
  }
  const inOtherWords = {
    'a specialist': 'It concerns a physician.',
    'a code': `It concerns ${study.code.split('').join(' ')}.`,
    'a method': 'It concerns the sonogram.',
  }
  const tell = (fact: string, text: string, label: string): Counter => ({
    name: `tell somebody else ${fact}`,
    after: reference,
    calls: call('stranger', number, [text]),
    fails: [label, labels.nothingElse],
  })
  return [
    ...Object.entries(said).map(([fact, text]) => tell(fact, text, labels.unverified)),
    ...Object.entries(inOtherWords).map(([fact, text]) => tell(fact, text, labels.scripted)),
  ]
}

/** What is said to the patient too early, or falsely. */
function patientCounters(facts: Facts, with_: With): readonly Counter[] {
  const { slots, offered, branch, later, person } = facts
  const said = branch === 'other-day' ? [offered, later] : [offered]
  const other = slots.find(
    (slot) => slot.own && slot.status === 'free' && slot.differsIn === null && !said.includes(slot),
  )
  const [asking = '', ...offers] = talk(facts)
  const studyOfOthers = studies.find((one) => one !== facts.study)
  const spoken = (turns: readonly string[]) => ({ call: callPatient(facts, 0, turns) })
  const inUtc = `That is ${spokenDay(offered.day)} at ${spokenTime(laterTime(offered.time, hoursBehind(offered.day) * 60))}.`
  return [
    {
      name: 'say what it is about while asking who it is',
      calls: with_(spoken([`It is about an appointment. ${asking}`, asking, ...offers])),
      fails: [labels.unverified],
    },
    {
      name: 'ask whether it is the day of birth in the chart',
      calls: with_(spoken([`Are you ${fullName(person)}, born ${person.birthDate}?`, asking, ...offers])),
      fails: [labels.unverified],
    },
    ...(other === undefined
      ? []
      : [
          {
            name: 'offer two slots at once',
            calls: with_(
              spoken([
                asking,
                `${offers[0]} Or ${spokenDay(other.day)} at ${spokenTime(other.time)}.`,
                ...offers.slice(1),
              ]),
            ),
            fails: [labels.misled],
          },
          {
            name: 'say another day in the end than was agreed',
            calls: with_(spoken([asking, ...offers, `Then ${spokenDay(other.day)}.`])),
            fails: [labels.misled],
          },
        ]),
    {
      name: 'say the time as the chart has it in the end',
      calls: with_(spoken([asking, ...offers, inUtc])),
      fails: [labels.misled],
    },
    {
      name: 'name another study too',
      calls: with_(spoken([asking, ...offers, `The ${studyOfOthers?.names[0]} comes later.`])),
      fails: [labels.misled],
    },
  ]
}

function schedulingCounters(facts: Facts, slot: Slot, with_: With): readonly Counter[] {
  const { study, policy, slots } = facts
  const parts = partsOf(facts)
  const other = slots.find(({ day, own, status }) => own && status === 'free' && day !== slot.day && day !== facts.from)
  const said = {
    'the study': `It is for the ${study.names[0]}.`,
    'the diagnosis': `The diagnosis is ${study.diagnosis.text}.`,
    'the member number': `The member number is ${policy.memberId}.`,
    ...(other !== undefined && { 'another day': `It was ${spokenDay(other.day)} at first.` }),
  }
  const waits = parts.confirm.filter(({ path }) => path === 'wait')
  return Object.entries(said).map(([fact, text]) => ({
    name: `tell scheduling ${fact}`,
    calls: with_({ confirm: [...waits, ...confirm(facts, slot, lineOf(facts, today), [text])] }),
    fails: [labels.minimum],
  }))
}

function practiceCounters(facts: Facts, slot: Slot | null, with_: With): readonly Counter[] {
  const text = answerText(facts, outcomeOf(facts.branch), slot)
  const other = facts.slots.find(
    ({ day, own, status, differsIn }) => own && status === 'free' && differsIn === null && day !== slot?.day,
  )
  const more = (added: string) => with_({ answer: answerPractice(facts, `${text} ${added}`) })
  return [
    ...(other === undefined
      ? []
      : [
          {
            name: 'tell the practice another day too',
            calls: more(`Or ${spokenDay(other.day)} at ${spokenTime(other.time)}.`),
            fails: [labels.answered, labels.nothingElse],
          },
        ]),
    {
      name: 'tell the practice the opposite too',
      calls: more(slot === null ? 'The patient has agreed after all.' : 'The visit will not take place.'),
      fails: [labels.answered, labels.nothingElse],
    },
    ...(slot === null
      ? [
          {
            name: 'give the practice two reasons',
            calls: more(`Or reason code ${outcomeOf(facts.branch) === 'denied' ? 'R20' : 'R10'}.`),
            fails: [labels.answered, labels.nothingElse],
          },
        ]
      : []),
  ]
}
