import { createChance } from './chance.js'

/**
 * The numbers of an instance's people, five digits each and no two the same, by their place in the draw. Ids,
 * record numbers and member numbers are made of them, and the seed decides them: neither a number nor the order of
 * numbers tells who is meant and who only resembles them. The branches of a seed share them.
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
 * The numbers from 1 to `count` in an order that the seed and the topic decide: for records of which the first is not
 * always the right one.
 */
export function shuffledNumbers(seed: number, topic: string, count: number): readonly number[] {
  return createChance(seed, `numbers of ${topic}`).shuffle(Array.from({ length: count }, (_, index) => index + 1))
}
