// What does it cost to add?

import type { Bench } from '../../benchmark.js'

export async function run(bench: Bench): Promise<void> {
  for (const size of bench.sizes(2, 2, 3)) {
    const add = () => Array.from({ length: size }, () => 1).reduce((sum, one) => sum + one)
    await bench.race({
      case: `${size} numbers`,
      expected: size,
      contenders: [
        { name: 'known', floor: 'known', run: () => size, answer: () => size },
        { name: 'added', run: add, answer: add },
      ],
    })
  }
}
