import type { JsonObject } from '@carebench/protocol'
import { months } from '../clinic/dates.js'

/** Words that may be added to any sentence from the handbook. Frozen, because criteria contain them. */
export const courtesies =
  "hello hi good morning afternoon day thank thanks you very much i am we are i'm it's that's we're sorry please goodbye bye ok okay great perfect all right yes understand have a nice there how today tonight care take"

/** Additional words that letters may contain. */
export const letterWords =
  'dear regards sincerely kind best warm wishes yours truly faithfully colleague colleagues team sir madam whom it may concern from to the of for re fax subject alder creek regional hospital desk your help assistance regarding cover sheet confidential'

/** Titles in front of a name. */
export const titles = 'Mr Mrs Ms Miss Dr'

/** Returns the name and the abbreviation of a date's month, and the endings of ordinals. */
export function dateWords(date: string): readonly string[] {
  const month = months[Number(date.slice(5, 7)) - 1] ?? ''
  return [month, month.slice(0, 3), 'st nd rd th of']
}

/** Accepts a text that has no other words and numbers than these. */
export function onlyWords(texts: readonly string[], numbers: readonly string[]): JsonObject {
  const known = (list: readonly string[]) => [...new Set(list.filter((text) => text !== ''))]
  return { $words: { texts: known(texts), numbers: known(numbers) } }
}

/** Returns the assertion that everything the agent said in calls to this number matches `words`. */
export function saidOnly(to: string, words: JsonObject): JsonObject {
  return {
    assert: 'event-count',
    type: 'call.turn',
    where: { 'data.speaker': 'agent', 'data.to': to, 'data.text': { $not: words } },
    count: 0,
  }
}
