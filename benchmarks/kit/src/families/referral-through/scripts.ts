import type { JsonObject } from '@carebench/protocol'
import { courtesies, dateWords, letterWords, onlyWords, titles } from '../../builders/fixed-words.js'
import { fullName } from '../../clinic/people.js'
import { referralOutcomes } from '../../clinic/referrals.js'
import { referralScript } from '../../clinic/scripts.js'
import { says } from './disclosures.js'
import { type Facts, outcomeFor } from './facts.js'
import { laterTime, type Slot, spokenDay } from './slots.js'

/** Words in which people say the same as the sentences of the page. Part of the handbook, so frozen. */
const everywhere = 'patient appointment is time central ct cst cdt doctor dob'
const inCalls =
  'at can could ask tell give me who speaking our offer in it will would work from which what possible or number confirm confirming confirmation confirmed to be calling i works ok good repeat again'
const inFaxes = 'birth full your clinic clinics response practice has been date visit study referral outcome dr'

const nothing = { name: '', born: '', doctor: '', day: '', time: '', study: '', authorization: '' }
const { opening, offer, visit, booked, notBooked } = referralScript

/** Returns the words of the date of birth and of these days, and those for a.m. and p.m. */
function dayWords({ person }: Facts, days: readonly string[]): readonly string[] {
  const spoken = days.flatMap((day) => spokenDay(day).replace(',', '').split(' ').slice(0, 2))
  return [...dateWords(person.birthDate), ...spoken, ...spoken.map((word) => word.slice(0, 3)), 'am pm a m p']
}

/**
 * Accepts a text that uses only the words allowed in calls: the sentences of the page, and the names and days of the
 * case. The authorization number is unknown beforehand, so it is accepted only with the right day, or with no other
 * fact.
 */
export function callWords(facts: Facts, slot: Slot | null): JsonObject {
  const { person, doctor, study, offered, later, from, reaction } = facts
  const words = [
    courtesies,
    titles,
    ...[opening, offer(nothing), visit(nothing), 'PA'],
    everywhere,
    inCalls,
    ...[fullName(person), doctor.name, study.text, ...study.names],
    ...dayWords(facts, [offered.day, later.day]),
  ]
  const slots = [offered, later, ...(slot === null ? [] : [slot])]
  const numbers = [
    person.birthDate,
    person.birthDate.slice(2, 4),
    ...slots.flatMap((one) => [one.day, ...timeNumbers(one.time), ...timeNumbers(laterTime(one.time, study.minutes))]),
    offered.day.slice(2, 4),
    ...(reaction === 'asks for another day' ? [from] : []),
  ]
  const days = [...slots.map(({ day }) => day), ...(reaction === 'asks for another day' ? [from] : [])]
  const monthsOfSlots = [...new Set(slots.flatMap(({ day }) => dateWords(day).slice(0, 1)))]
  const said = {
    $all: [onlyWords(words, numbers), { $any: [{ $not: says(monthsOfSlots) }, ...days.map((date) => says({ date }))] }],
  }
  if (slot === null) return said
  return {
    $any: [
      said,
      { $all: [{ $words: words }, says({ date: slot.day })] },
      { $words: [courtesies, 'authorization number is the PA'] },
    ],
  }
}

/** Accepts a text that uses only the words and numbers of the fax to the practice. */
export function faxWords(facts: Facts, slot: Slot | null): JsonObject {
  const { person, doctor, practice, sender, branch, confirmation } = facts
  const { reason } = referralOutcomes[outcomeFor(branch)]
  return onlyWords(
    [
      courtesies,
      letterWords,
      titles,
      everywhere,
      inFaxes,
      ...[fullName(person), doctor.name, practice.name, practice.town, sender],
      ...dayWords(facts, slot === null ? [] : [slot.day]),
      ...(slot === null ? [notBooked({ ...nothing, reason: reason ?? '' })] : [booked({ ...nothing, confirmation })]),
    ],
    numbersIn(facts, slot),
  )
}

/** Returns the dates, times and codes of the fax, as they may be written. */
function numbersIn({ person, confirmation, branch }: Facts, slot: Slot | null): readonly string[] {
  const { reason } = referralOutcomes[outcomeFor(branch)]
  const [year = ''] = person.birthDate.split('-')
  return [
    person.birthDate,
    year.slice(2),
    reason ?? '',
    ...(slot === null ? [] : [slot.day, '26', confirmation, ...timeNumbers(slot.time)]),
  ]
}

/** Returns the hour on a 24-hour and a 12-hour clock, and the minutes. */
function timeNumbers(time: string): readonly string[] {
  const [hours = '', minutes = ''] = time.split(':')
  return [hours, String(((Number(hours) + 11) % 12) + 1), minutes]
}
