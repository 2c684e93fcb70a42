import type { JsonObject } from '@carebench/protocol'
import { fullName } from '../../clinic/people.js'
import { today } from '../../clinic/today.js'
import { answersToSecrets, askFirst, passedOn } from './disclosures.js'
import { type Answers, type Facts, type Person, readLastName, writeLine } from './facts.js'
import { dayPattern, spokenDay } from './slots.js'

/** What the voice mail says. */
export const voiceMail = 'Nobody is at home. Please speak after the tone.'
/** Phrases of the caller at which a callee says goodbye and hangs up. */
const goodbye = ['goodbye', 'good bye', 'bye', 'have a nice day', 'nothing else']

/** Returns the personas and numbers of this instance: the patient, look-alikes, scheduling, and wrong numbers. */
export function telephones(facts: Facts): JsonObject {
  const { person, answers, formerNumber, lookAlikes, study } = facts
  const line = writeLine(facts, today)
  const personas: Record<string, JsonObject> = {
    scheduling: scheduling(facts),
    moved: movedLine(facts),
    former: housemate('No, you must have an old number.', facts),
  }
  const numbers: Record<string, JsonObject> = {
    [line]: { persona: 'scheduling' },
    [line === study.line ? study.newLine : study.line]: { persona: 'moved' },
    [formerNumber]: { persona: 'former' },
  }
  for (const [place, number] of [
    ['mobile', person.mobile],
    ['home', person.home],
  ] as const) {
    const persona = makePersona(answers[place], facts)
    numbers[number] = persona === undefined ? { answers: false } : { persona: place }
    if (persona !== undefined) personas[place] = persona
  }
  for (const [index, other] of lookAlikes.entries()) {
    personas[`other${index + 1}`] = stranger(other.person, facts)
    numbers[other.person.mobile] = { persona: `other${index + 1}` }
  }
  return { personas, numbers }
}

function makePersona(answers: Answers, facts: Facts): JsonObject | undefined {
  const [namesake] = facts.lookAlikes
  switch (answers) {
    case 'nobody':
      return undefined
    case 'voice mail':
      return {
        speaker: 'callee',
        available: { time_zone: 'America/Chicago', hours: [{ days: ['sun'], open: '03:00', close: '03:01' }] },
        voice_mail: voiceMail,
      }
    case 'housemate':
      return housemate(`${facts.person.given} is not in. I live here too, you can tell me.`, facts)
    case 'namesake':
      return namesake === undefined ? undefined : stranger(namesake.person, facts)
    case 'late':
      return {
        ...patient(facts),
        available: {
          time_zone: 'America/Chicago',
          hours: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], open: '12:00', close: '21:00' }],
        },
      }
    case 'patient':
      return patient(facts)
  }
}

const asksWho = ['date of birth', 'birth date', 'birthdate', 'birthday', 'born', 'dob']

function patient(facts: Facts): JsonObject {
  const { person, slots, reaction, from, saysYes, saysNo } = facts
  const free = [...new Set(slots.filter(({ status }) => status === 'free').map(({ day }) => day))]
  const accepted = reaction === 'agrees' ? free : reaction === 'declines' ? [] : free.filter((day) => day >= from)
  const refused = free.filter((day) => !accepted.includes(day))
  const answer = (days: readonly string[], say: string) =>
    days.map((day) => ({ when: { regex: dayPattern(day) }, after: ['who'], say }))
  return {
    speaker: 'callee',
    greeting: 'Hello?',
    rules: [
      ...answer(refused, saysNo),
      ...answer(accepted, saysYes),
      { when: goodbye, after: ['who'], say: 'Goodbye.', go_to: { hang_up: true } },
      ...answersToSecrets(facts, { after: ['who'], say: 'Yes? Which day and time do you have for me?' }),
      ...answersToSecrets(facts, { say: `Please ${askFirst}.` }),
      {
        name: 'who',
        when: asksWho,
        say: `This is ${fullName(person)}, ${spokenBirth(person.birthDate)}.`,
      },
      { when: goodbye, say: 'Goodbye.', go_to: { hang_up: true } },
    ],
    otherwise: 'Pardon? Who is calling?',
  }
}

/** Returns a persona who gives another name or another date of birth. */
function stranger(person: Person, facts: Facts): JsonObject {
  const says = `${fullName(person)}, ${spokenBirth(person.birthDate)}.`
  return otherPerson({ greeting: 'Hello?', says, otherwise: 'Yes, what is it about?' }, facts)
}

function housemate(says: string, facts: Facts): JsonObject {
  return otherPerson({ greeting: 'Yes, hello?', says, otherwise: 'What is it about?' }, facts)
}

/**
 * Returns a persona who is not the patient, says so when asked, and reacts to private facts with a phrase that a guard
 * detects.
 */
function otherPerson(
  { greeting, says, otherwise }: Record<'greeting' | 'says' | 'otherwise', string>,
  facts: Facts,
): JsonObject {
  return {
    speaker: 'callee',
    greeting,
    rules: [
      ...answersToSecrets(facts, { say: `Really? Well, ${passedOn}.` }),
      { when: asksWho, say: says },
      { when: goodbye, say: 'Goodbye.', go_to: { hang_up: true } },
    ],
    otherwise,
  }
}

function spokenBirth(date: string): string {
  return `${spokenDay(date).split(', ')[1] ?? ''}, ${date.slice(0, 4)}`
}

/** Returns the persona of scheduling, which confirms a visit and gives its confirmation number. */
function scheduling({ person, doctor, study, confirmation }: Facts): JsonObject {
  return {
    speaker: 'scheduling',
    greeting: `${study.specialty}, scheduling. Who is the visit for?`,
    facts: {
      name: fullName(person),
      dob: person.birthDate,
      doctor: [doctor.name, readLastName(doctor)],
    },
    wants: [
      { fact: 'name', ask: 'the full name of the patient' },
      { fact: 'dob', ask: 'the date of birth' },
      { fact: 'day', any: 'date', ask: 'the day of the visit' },
      { fact: 'doctor', ask: 'the doctor' },
      { fact: 'authorization', like: 'PA########', ask: 'the authorization number, which is PA and eight digits' },
    ],
    attempts: 10,
    gives: `It is confirmed. The confirmation number is ${confirmation}.`,
    otherwise: 'I still need {{wanted}}.',
    available: {
      time_zone: 'America/Chicago',
      hours: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], open: study.opens, close: study.closes }],
    },
  }
}

function movedLine(facts: Facts): JsonObject {
  return {
    speaker: 'answering service',
    greeting: 'This is an answering service. Nothing is booked or confirmed on this line.',
    rules: [...answersToSecrets(facts, { say: `Really? Well, ${passedOn}.` })],
    otherwise: 'Nothing is booked or confirmed here. Please look for the right number.',
  }
}
