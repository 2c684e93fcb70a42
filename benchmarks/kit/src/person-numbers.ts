import { createChance } from './chance.js'

/**
 * Returns a function from a person's place in the draw to the person's number: five digits, different for each person.
 * Ids, record numbers and member numbers contain it. The numbers are random, so neither a number nor their order
 * reveals who is the patient and who a look-alike. All branches of a seed have the same numbers.
 *
 * The returned function throws a RangeError if the place is not an integer from 0 to `maxPeople - 1`.
 */
export function personNumbers(seed: number, maxPeople = 100): (place: number) => number {
  const width = Math.floor(90_000 / maxPeople)
  const rooms = createChance(seed, 'numbers of people').shuffle(Array.from({ length: maxPeople }, (_, room) => room))
  return (place) => {
    const room = rooms[place]
    if (room === undefined) {
      throw new RangeError(`place: expected an integer from 0 to ${maxPeople - 1}, got ${place}; draw fewer people`)
    }
    return 10_000 + room * width + createChance(seed, `number of person ${place}`).integer(0, width - 1)
  }
}

/**
 * Returns the numbers from 1 to `count`, shuffled by seed and topic: for records whose order must not reveal which one
 * is right.
 */
export function shuffledNumbers(seed: number, topic: string, count: number): readonly number[] {
  return createChance(seed, `numbers of ${topic}`).shuffle(Array.from({ length: count }, (_, index) => index + 1))
}
