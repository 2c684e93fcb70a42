import type { JsonObject } from '@carebench/protocol'
import { fullName } from '../../clinic/people.js'
import { referralOutcomes } from '../../clinic/referrals.js'
import { type Facts, outcomeOf } from './facts.js'
import { months, type Slot, spokenDay } from './slots.js'

/** What may be added to every sentence of a script, and the sentences themselves. Part of the handbook, so frozen. */
const courtesies =
  'hello hi good morning afternoon day thank thanks you very much i am we are sorry please goodbye bye okay all right yes understand have a nice there how today tonight care take'
const opening =
  'this is the referral desk of at alder creek may can could have ask tell give me for your full name and date birth who speaking with'
const offering =
  'our offer appointment visit is on in at with dr doctor that it does do will would suit work from which what day time possible or'
const confirming = 'patient born authorization PA number confirm confirmation confirmed to be'
const faxing =
  'alder creek desk born birth name full to from dear re regards sincerely kind best warm regards wishes yours truly faithfully colleague colleagues sir madam whom it may concern clinic clinics fax subject response about your patient practice team for has been was is at on with the of dr doctor dob date time central ct cst cdt visit appointment booked study referral outcome code reason number confirmation'

/** The days and times of the case, in words or digits. */
function dayWords(facts: Facts, days: readonly string[]): readonly string[] {
  const born = months[Number(facts.person.birthDate.slice(5, 7)) - 1] ?? ''
  const spoken = days.flatMap((day) => spokenDay(day).replace(',', '').split(' ').slice(0, 2))
  return [born, born.slice(0, 3), ...spoken, ...spoken.map((word) => word.slice(0, 3)), 'st nd rd th am pm a m p']
}

/** A text with no words but those that may be said in calls: the sentences of the page, and the names and days of the case. */
export function callWords(facts: Facts): JsonObject {
  const { person, doctor, study, offered, later } = facts
  return {
    $words: [
      courtesies,
      opening,
      offering,
      confirming,
      ...[fullName(person), doctor.name, study.text, ...study.names],
      ...dayWords(facts, [offered.day, later.day]),
    ],
  }
}

/** A text with no words but those of the fax to the practice: what it has to say is not said again in other words. */
export function faxWords(facts: Facts, slot: Slot | null): JsonObject {
  const { person, doctor, practice, sender, branch } = facts
  const { reason } = referralOutcomes[outcomeOf(branch)]
  return {
    $words: {
      numbers: numbersIn(facts, slot),
      texts: [
        courtesies,
        faxing,
        ...[fullName(person), doctor.name, practice.name, practice.town, sender],
        ...dayWords(facts, slot === null ? [] : [slot.day]),
        slot === null ? `not ${reason ?? ''}` : 'RC',
      ],
    },
  }
}

/** The dates, times and codes of the fax, as they may be written. */
function numbersIn({ person, confirmation, branch }: Facts, slot: Slot | null): string[] {
  const { reason } = referralOutcomes[outcomeOf(branch)]
  const [hours = '', minutes = ''] = slot?.time.split(':') ?? []
  const [year = ''] = person.birthDate.split('-')
  return [
    person.birthDate,
    year.slice(2),
    reason ?? '',
    ...(slot === null ? [] : [slot.day, '26', confirmation, hours, minutes, String(((Number(hours) + 11) % 12) + 1)]),
  ].filter((text) => text !== '')
}
