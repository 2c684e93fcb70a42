import type { Chance } from '../../chance.js'
import { employeesByAge, employeesByDisability, kidneyMonths } from '../../clinic/coordination.js'
import { today } from '../../clinic/today.js'
import type { Answers, Branch, ChildAnswers, MedicareAnswers, Parent } from './facts.js'

/**
 * Draws the answers about a child. `names` is the parent who has custody or whom a court order names; `lacking` is the
 * fact that is missing in the branch `fact-missing`.
 */
export function childAnswers(
  chance: Chance,
  branch: Branch,
  names: Parent,
  lacking: 'custody' | 'court-order',
): ChildAnswers {
  const other: Parent = names === 'mother' ? 'father' : 'mother'
  const base = { about: 'child', together: false, custody: 'joint', courtOrder: false } as const
  switch (branch) {
    case 'court-order':
      // The court order decides, whichever parent has custody.
      return { ...base, courtOrder: true, custody: chance.pick([other, other, 'joint'] as const) }
    case 'custodial-parent':
      return { ...base, custody: names }
    case 'birthday-rule':
      return chance.integer(0, 1) === 1 ? { ...base, together: true } : base
    case 'fact-missing':
      return lacking === 'custody'
        ? { ...base, custody: 'not stated' }
        : { ...base, courtOrder: true, custody: chance.pick([names, 'joint'] as const) }
    default:
      return { ...base, together: chance.integer(0, 1) === 1 }
  }
}

/** Draws the answers of a patient with Medicare, so that they lead to the branch. */
export function medicareAnswers(
  chance: Chance,
  branch: Branch,
  { because, spouse }: Pick<MedicareAnswers, 'because' | 'spouse'>,
  birthDate: string,
): MedicareAnswers {
  const size = because === 'age' ? employeesByAge : employeesByDisability
  const many = size + chance.integer(0, 40)
  // Too few employees; for disability, so many that they would be enough for age.
  const few = because === 'age' ? chance.integer(3, size - 1) : chance.integer(employeesByAge, size - 1)
  const base = { about: 'medicare', because, spouse, work: 'works now' } as const
  const since = because === 'age' ? monthOfAge65(birthDate) : dayOfMonth(-chance.integer(40, 60))
  if (because === 'kidney failure') {
    const months =
      branch === 'medicare-first' ? chance.integer(kidneyMonths, kidneyMonths + 8) : chance.integer(6, kidneyMonths - 1)
    return {
      ...base,
      since: dayOfMonth(-months),
      work: chance.pick(['works now', 'retired'] as const),
      employees: branch === 'medicare-first' ? 300 : chance.pick([12, 60]),
    }
  }
  if (branch === 'fact-missing') return { ...base, since, employees: null }
  if (branch !== 'medicare-first') return { ...base, since, employees: many }
  return chance.integer(0, 1) === 1
    ? { ...base, since, employees: few }
    : { ...base, since, work: chance.pick(['retired', 'COBRA'] as const), employees: many + 200 }
}

/** Returns the first day of the month in which somebody turns 65, when Medicare because of age begins. */
function monthOfAge65(birthDate: string): string {
  return `${Number(birthDate.slice(0, 4)) + 65}${birthDate.slice(4, 7)}-01`
}

/** Returns the first day of the month that is `months` after the current one. */
function dayOfMonth(months: number): string {
  const date = new Date(`${today.slice(0, 7)}-01T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.toISOString().slice(0, 10)
}

/** Returns answers that would lead to another result. */
export function otherAnswers(answers: Answers): Answers {
  if (answers.about === 'child') {
    const custody = answers.custody === 'mother' ? 'father' : 'mother'
    return { about: 'child', together: false, custody, courtOrder: false }
  }
  if (answers.because === 'kidney failure') {
    const isEarly = answers.since > dayOfMonth(-kidneyMonths)
    return { ...answers, since: dayOfMonth(isEarly ? -(kidneyMonths + 4) : -12) }
  }
  const { because, work, employees } = answers
  const isPlanFirst =
    work === 'works now' &&
    employees !== null &&
    employees >= (because === 'age' ? employeesByAge : employeesByDisability)
  return isPlanFirst ? { ...answers, work: 'retired' } : { ...answers, work: 'works now', employees: 240 }
}

/** Returns the answers as lines of the form. */
export function writeLines(answers: Answers): readonly string[] {
  if (answers.about === 'child') {
    const { together, custody, courtOrder } = answers
    const stated = custody === 'mother' || custody === 'father' ? `the ${custody} has custody` : custody
    const said = stated === 'not stated' ? '(not answered)' : stated
    return [
      `1. Do the parents live together? ${together ? 'yes' : 'no'}`,
      `2. If not, who has custody? ${together ? '-' : said}`,
      `3. Is there a court order about health coverage? ${courtOrder ? 'yes' : 'no'}`,
    ]
  }
  const { because, since, work, spouse, employees } = answers
  const status = { 'works now': 'working now', retired: 'retired', COBRA: 'no longer working there, coverage by COBRA' }
  return [
    `1. Why does the patient have Medicare? ${because}`,
    `2. Since when? ${since}`,
    `3. Whose employer offers the other plan? ${spouse ? "the spouse's" : "the patient's own"}`,
    `4. Does this person work there now? ${status[work]}`,
    `5. How many employees does the employer have? ${employees ?? '(not answered)'}`,
  ]
}
