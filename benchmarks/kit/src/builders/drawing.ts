import { type Chance, createChance } from '../chance.js'
import type { Member } from '../clinic/claims-records.js'
import { makeMemberNumber } from '../clinic/clearinghouse.js'
import type { Clinic } from '../clinic/clinic.js'
import type { Person } from '../clinic/people.js'
import type { Volume } from '../family.js'
import { givenNames } from '../person-names.js'
import { personNumbers, shuffledNumbers } from '../person-numbers.js'
import type { Distractor, Level } from '../task.js'
import { shiftYear } from './draw-people.js'

/** The input from which a family draws its facts, besides the branch. */
export interface Setting {
  readonly seed: number
  readonly level: Level
  readonly clinic: Clinic
  /** Number of rows on the list, at level X only. */
  readonly volume?: number | undefined
  /** An earlier draw of the family in the same day, which gets the first choice of anything that both need. */
  readonly beside?: (Setting & { readonly branch: string }) | undefined
}

/** Facts with mutable lists, except lists of a fixed length. */
export type Growing<Facts> = {
  readonly [Key in keyof Facts]: Facts[Key] extends readonly (infer Item)[]
    ? number extends Facts[Key]['length']
      ? Item[]
      : Facts[Key]
    : Facts[Key]
}

/**
 * The state of one draw: a random stream for each topic, the numbers of its people, and the distractors so far.
 * Families with many facts extend it.
 */
export class Drawing implements Setting {
  readonly seed: number
  readonly level: Level
  readonly clinic: Clinic
  readonly volume: number | undefined
  readonly distractors: Distractor[] = []
  /** Returns the number of the person at a place in the draw. */
  readonly numberOf: (place: number) => number

  constructor({ seed, level, clinic, volume }: Setting) {
    this.seed = seed
    this.level = level
    this.clinic = clinic
    this.volume = volume
    this.numberOf = personNumbers(seed, volume === undefined ? 100 : 250)
  }

  /** Returns a new random stream of a topic. */
  chance(topic: string): Chance {
    return createChance(this.seed, topic)
  }

  /** Returns the numbers from 1 to `count`, shuffled by the topic. */
  numbers(topic: string, count: number): readonly number[] {
    return shuffledNumbers(this.seed, topic, count)
  }

  /** Draws `count` look-alikes, each from its own stream. */
  lookAlikes<LookAlike>(count: number, draw: (chance: Chance, number: number) => LookAlike): readonly LookAlike[] {
    return Array.from({ length: count }, (_, index) => draw(this.chance(`look-alike ${index + 1}`), index + 1))
  }

  /**
   * Draws look-alikes of list items, each from its own stream and with its own person number, paired with the item that
   * it resembles: `count` of the main item or, at level X, one for every fourth item of the list.
   */
  twins<Item, Twin>(
    { main, list, count }: { readonly main: Item; readonly list: readonly Item[]; readonly count: number },
    drawTwin: (chance: Chance, item: Item, number: number, own: number) => Twin,
  ): readonly { readonly twin: Twin; readonly of: Item }[] {
    const items = this.volume === undefined ? repeat([main], count) : list.filter((_, index) => index % 4 === 0)
    return items.map((item, index) => ({
      twin: drawTwin(this.chance(`look-alike ${index + 1}`), item, index + 1, this.numberOf(50 + index)),
      of: item,
    }))
  }

  /** Adds a distractor: a record that resembles the right one, and the difference that makes it wrong. */
  distract(record: string, resembles: string, differsIn: string): void {
    this.distractors.push({ record, resembles, differsIn })
  }

  /** Adds a distractor: a person who differs from the right one in the given name or in the date of birth. */
  distractByPerson(other: Person, person: Person): void {
    this.distract(`Patient/${other.id}`, `Patient/${person.id}`, describeDifference(other, person))
  }
}

/** Draws how many rows or records an instance of level X has. */
export function drawVolume(seed: number, { min, max }: Volume): number {
  return createChance(seed, 'volume').integer(min, max)
}

/** Returns `count` items: the list, repeated from its start as often as necessary. */
export function repeat<Item>(list: readonly Item[], count: number): readonly Item[] {
  return Array.from({ length: count }, (_, index) => list[index % list.length] as Item)
}

/** Describes how two people with the same family name differ. */
export function describeDifference(other: Person, person: Person): string {
  return other.given === person.given ? 'the date of birth' : 'the given name'
}

export function otherGiven(chance: Chance, { sex, given }: Person): string {
  return chance.pick(givenNames[sex].filter((name) => name !== given))
}

/** Draws a date of birth with the same month and day, a year or two earlier or later. */
export function otherBirthDate(chance: Chance, { birthDate }: Person): string {
  return shiftYear(birthDate, chance.pick([-2, -1, 1, 2]))
}

/** Draws a person with other numbers who otherwise differs from `person` only in given name or date of birth. */
export function drawLookAlike(chance: Chance, person: Person, own: number, differsIn: 'given' | 'birthDate'): Person {
  const mrn = drawMrn(chance, own)
  return { ...person, id: `pat-${own}`, mrn, ...drawDifference(chance, person, differsIn) }
}

/** Draws a look-alike of a member, with a different member number. */
export function drawMemberLike(chance: Chance, member: Member, own: number, differsIn: 'given' | 'birthDate'): Member {
  const mrn = drawMrn(chance, own)
  const memberId = makeMemberNumber(member.payer, own, chance.integer(1, 9))
  return { ...member, id: `pat-${own}`, mrn, memberId, ...drawDifference(chance, member, differsIn) }
}

export function drawMrn(chance: Chance, own: number): string {
  return `MRN${own}${chance.integer(100, 999)}`
}

function drawDifference(chance: Chance, person: Person, differsIn: 'given' | 'birthDate'): Partial<Person> {
  return differsIn === 'given' ? { given: otherGiven(chance, person) } : { birthDate: otherBirthDate(chance, person) }
}
