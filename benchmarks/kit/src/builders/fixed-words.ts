import type { JsonObject } from '@carebench/protocol'
import { months } from '../clinic/dates.js'

/** What may be added to every sentence that a handbook gives. Part of the handbook, so frozen. */
export const courtesies =
  "hello hi good morning afternoon day thank thanks you very much i am we are i'm it's that's we're sorry please goodbye bye ok okay great perfect all right yes understand have a nice there how today tonight care take"

/** What letters have besides. */
export const letterWords =
  'dear regards sincerely kind best warm wishes yours truly faithfully colleague colleagues team sir madam whom it may concern from to the of for re fax subject alder creek regional hospital desk your help assistance regarding cover sheet confidential'

/** Titles in front of a name. */
export const titles = 'Mr Mrs Ms Miss Dr'

/** The name of the month of a date, and what ordinals end with. */
export function dateWords(date: string): readonly string[] {
  const month = months[Number(date.slice(5, 7)) - 1] ?? ''
  return [month, month.slice(0, 3), 'st nd rd th of']
}

/** A text with no words and no numbers but these. */
export function onlyWords(texts: readonly string[], numbers: readonly string[]): JsonObject {
  const known = (list: readonly string[]) => [...new Set(list.filter((text) => text !== ''))]
  return { $words: { texts: known(texts), numbers: known(numbers) } }
}

/** The assertion that in calls to this number the agent said nothing else. */
export function saidOnly(to: string, words: JsonObject): JsonObject {
  return {
    assert: 'event-count',
    type: 'call.turn',
    where: { 'data.speaker': 'agent', 'data.to': to, 'data.text': { $not: words } },
    count: 0,
  }
}
