import { createChance } from './chance.js'

/**
 * Returns the numbers of an instance's people by their place in the draw: five digits each, all different. Ids, record
 * numbers and member numbers contain them. The seed determines them, so that neither a number nor their order reveals
 * who the patient is and who is a look-alike. All branches of a seed share them.
 *
 * @throws RangeError for another place.
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
 * Returns the numbers from 1 to `count`, shuffled by seed and topic: for records of which the first must not always be
 * the right one.
 */
export function shuffledNumbers(seed: number, topic: string, count: number): readonly number[] {
  return createChance(seed, `numbers of ${topic}`).shuffle(Array.from({ length: count }, (_, index) => index + 1))
}
