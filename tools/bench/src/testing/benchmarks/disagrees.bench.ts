// What does a wrong answer cost?

import type { Bench } from '../../benchmark.js'

export async function run(bench: Bench): Promise<void> {
  const contender = (name: string, value: number) => ({ name, run: () => value, answer: () => value })
  await bench.race({ case: 'two and two', expected: 4, contenders: [contender('right', 4), contender('wrong', 5)] })
}
