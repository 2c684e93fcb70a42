import type { OpeningHours } from './opening-hours.js'

/** The scheduling line of a specialty. */
export interface SchedulingLine extends OpeningHours {
  readonly specialty: string
  readonly number: string
}

/** A practice that refers patients, with its verified fax numbers. */
export interface ReferringPractice {
  readonly name: string
  readonly fax: string
  readonly secondFax: string
}

/**
 * Finds the line in `scheduling-lines.txt` of the specialty that does a study, by the study's CPT code. Its number is
 * that on the day, by `referral-news.txt`. Throws if no specialty does the study, or for other news than new numbers.
 */
export function findSchedulingLine(
  { lines, news }: { readonly lines: string; readonly news: string },
  procedureCode: string,
  day: string,
): SchedulingLine {
  const studies = [...lines.matchAll(/^ +(\w{5}) {2,}\S.*? {2,}(\S.*?) *$/gm)]
  const specialty = studies.find(([, code]) => code === procedureCode)?.[2]
  const row = /^ +(\S.*?) {2,}([\d-]+) {2,}Monday to Friday from (\d\d:\d\d) until (\d\d:\d\d) *$/gm
  const line = [...lines.matchAll(row)].find(([, name]) => name === specialty)
  if (specialty === undefined || line === undefined) {
    throw new Error(`Expected a scheduling line for ${procedureCode}, found none.`)
  }
  const [, , number = '', opens = '', closes = ''] = line
  return { specialty, number: newNumber(news, specialty, day) ?? number, opens, closes }
}

/** Parses the practices of `referring-practices.txt`. */
export function parseReferringPractices(page: string): readonly ReferringPractice[] {
  const row = /^ +(\S.*?) {2,}([\d-]+) {2,}second number ([\d-]+) *$/gm
  return [...page.matchAll(row)].map(([, name = '', fax = '', secondFax = '']) => ({ name, fax, secondFax }))
}

/** Returns the number of the line since its last change up to a day; undefined if it has not changed by then. */
function newNumber(news: string, specialty: string, day: string): string | undefined {
  const row = /^- (.+?): from (\d{4}-\d{2}-\d{2}) on, the scheduling line is ([\d-]+) in place of [\d-]+\.$/gm
  const entries = news.match(/^- /gm) ?? []
  const moves = [...news.matchAll(row)]
  if (moves.length !== entries.length) throw new Error(`Expected news about scheduling lines, got: ${news}`)
  return moves
    .filter(([, name, from = '']) => name === specialty && from <= day)
    .sort(([, , one = ''], [, , other = '']) => other.localeCompare(one))[0]?.[3]
}
