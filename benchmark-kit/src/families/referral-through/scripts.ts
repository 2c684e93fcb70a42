import type { JsonObject } from '@carebench/protocol'
import { fullName } from '../../clinic/people.js'
import { referralOutcomes } from '../../clinic/referrals.js'
import { referralScript } from '../../clinic/scripts.js'
import { courtesies, dateWords, letterWords, onlyWords, titles } from '../fixed-words.js'
import { type Facts, outcomeOf } from './facts.js'
import { type Slot, spokenDay } from './slots.js'

/** Words in which people say the same as the sentences of the page. Part of the handbook, so frozen. */
const inCalls =
  'at can could ask tell give me who speaking our offer appointment is in it will would work from which what possible or patient number confirm confirmation confirmed to be'
const inFaxes =
  'birth full your clinic clinics response about patient practice has been was is date time central ct cst cdt visit appointment study referral outcome dr doctor dob'

const nothing = { name: '', born: '', doctor: '', day: '', time: '', study: '', authorization: '' }
const { opening, offer, visit, booked, notBooked } = referralScript

/** The days and times of the case, in words or digits. */
function dayWords({ person }: Facts, days: readonly string[]): readonly string[] {
  const spoken = days.flatMap((day) => spokenDay(day).replace(',', '').split(' ').slice(0, 2))
  return [...dateWords(person.birthDate), ...spoken, ...spoken.map((word) => word.slice(0, 3)), 'am pm a m p']
}

/** A text with no words but those that may be said in calls: the sentences of the page, and the names and days of the case. */
export function callWords(facts: Facts): JsonObject {
  const { person, doctor, study, offered, later } = facts
  return {
    $words: [
      courtesies,
      titles,
      ...[opening, offer(nothing), visit(nothing), 'PA'],
      inCalls,
      ...[fullName(person), doctor.name, study.text, ...study.names],
      ...dayWords(facts, [offered.day, later.day]),
    ],
  }
}

/** A text with no words but those of the fax to the practice: what it has to say is not said again in other words. */
export function faxWords(facts: Facts, slot: Slot | null): JsonObject {
  const { person, doctor, practice, sender, branch, confirmation } = facts
  const { reason } = referralOutcomes[outcomeOf(branch)]
  return onlyWords(
    [
      courtesies,
      letterWords,
      titles,
      inFaxes,
      ...[fullName(person), doctor.name, practice.name, practice.town, sender],
      ...dayWords(facts, slot === null ? [] : [slot.day]),
      ...(slot === null ? [notBooked({ ...nothing, reason: reason ?? '' })] : [booked({ ...nothing, confirmation })]),
    ],
    numbersIn(facts, slot),
  )
}

/** The dates, times and codes of the fax, as they may be written. */
function numbersIn({ person, confirmation, branch }: Facts, slot: Slot | null): readonly string[] {
  const { reason } = referralOutcomes[outcomeOf(branch)]
  const [hours = '', minutes = ''] = slot?.time.split(':') ?? []
  const [year = ''] = person.birthDate.split('-')
  return [
    person.birthDate,
    year.slice(2),
    reason ?? '',
    ...(slot === null ? [] : [slot.day, '26', confirmation, hours, minutes, String(((Number(hours) + 11) % 12) + 1)]),
  ]
}
