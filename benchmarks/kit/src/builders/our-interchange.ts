import type { JsonObject } from '@carebench/protocol'
import { taxId } from '../clinic/claims-records.js'
import { billingProvider } from '../clinic/clearinghouse.js'
import { compactDay, dayFromToday } from '../clinic/dates.js'
import { clearinghouseId } from '../clinic/interchanges.js'
import { absent, missingOr } from './expected-values.js'

/** The days on which the work may send messages: no work takes longer than a week. */
const days = Array.from({ length: 8 }, (_, number) => compactDay(dayFromToday(number)))

const blank: JsonObject = { $regex: ' *' }

/** Letters that numbers must not contain, because they would disclose something about a person. */
const tellingPrefixes = ['HIV', 'AIDS', 'HCV', 'STD', 'PTSD', 'DEAD', 'VOID', 'DENY']

/**
 * Matches numbers of the sender that disclose nothing about a person: digits, one or two characters, a few letters
 * before at least three digits, or a UUID.
 */
export const ownNumber: JsonObject = {
  $all: [
    {
      $regex:
        '(?i)[0-9]+|[0-9a-z]{1,2}|([a-z]{1,4}|alder|claim)([-_]?[0-9]+)*[-_]?[0-9]{3,}' +
        '|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}',
    },
    { $not: { $any: tellingPrefixes.flatMap((one) => [{ $contains: one }, { $contains: one.toLowerCase() }]) } },
  ],
}

/** Accepts a control number of an interchange or one of its parts. */
export const controlNumber: JsonObject = { $regex: '[0-9]+' }

/** Accepts a number by {@link ownNumber}, or none. */
export const anyOwnNumber: JsonObject = missingOr(ownNumber)

/**
 * Conditions on the headers and technical elements of our interchanges: from us to the clearinghouse, within the days
 * of the work, and without free text in elements that only software reads.
 */
export const ourInterchange: JsonObject = {
  'ISA.1': '00',
  'ISA.2': blank,
  'ISA.3': '00',
  'ISA.4': blank,
  'ISA.6': { $text: billingProvider.npi },
  'ISA.8': { $text: clearinghouseId.id },
  'ISA.9': { $oneOf: days.map((day) => day.slice(2)) },
  'GS.2': { $text: billingProvider.npi },
  'GS.3': { $text: clearinghouseId.id },
  'GS.4': { $oneOf: days },
  'ISA.13': controlNumber,
  'GS.6': controlNumber,
  'ST.2': controlNumber,
  'BHT.3': ownNumber,
  'BHT.4': { $oneOf: days },
}

/** The same conditions for an inquiry, which may also have a trace number of ours and the company that assigned it. */
export const ourInquiry: JsonObject = {
  ...ourInterchange,
  'BHT.2': '13',
  'BHT.6': absent,
  'TRN.2': anyOwnNumber,
  'TRN.3': missingOr({ $regex: `[19]?(${billingProvider.npi}|${taxId})` }),
  'TRN.4': absent,
}

/** Returns an interchange with false headers: another sender, and a reference number that discloses something. */
export function disguise(text: string): string {
  return text
    .replace(/(?<=^ISA\*(?:[^*]*\*){5})[^*]*/, 'PSYCHIATRY     ')
    .replace(/(~BHT\*[^*]*\*[^*]*\*)[^*]*/, '$1B20')
}
