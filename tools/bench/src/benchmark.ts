import type { Race } from './race.js'
import type { Result } from './result.js'

/** What a benchmark's `run` receives. */
export interface Bench {
  /** The text of `--case`: only cases with it in their names are wanted. Empty for all. `race` skips others itself. */
  readonly only: string
  /** The sizes to measure; in a smoke run only the size for smoke runs. */
  sizes<Size>(smoke: Size, ...measured: readonly Size[]): readonly Size[]
  /** Checks the contenders' answers, measures them in turns and prints a result for each. */
  race(race: Race): Promise<void>
  /** Prints a figure that is measured once, without a contender to compare it with. */
  report(measured: Pick<Result, 'case' | 'before' | 'contender' | 'figure' | 'unit'>): void
  /**
   * Starts `NAME/process.ts` of benchmark NAME in its own process and waits for its first message. That process must
   * exit when its channel is disconnected.
   */
  start<Message>(...args: readonly string[]): Promise<Started<Message>>
}

/** A process that a benchmark started. Both ends of the channel are ours, so messages are not validated. */
export interface Started<Message> {
  readonly message: Message
  readonly pid: number
  /** Sends a question and resolves to the answer. Only one question at a time. */
  ask<Answer>(question: string): Promise<Answer>
  /** Resolves once it has exited. */
  stop(): Promise<void>
}

/** The exports of a file `NAME.bench.ts`, whose first line is `// QUESTION?`. */
export interface Benchmark {
  run(bench: Bench): Promise<void>
  /**
   * Measures how cost grows with size, for `pnpm bench --growth`: the contenders of its races are sizes of one work,
   * the smallest of them the floor.
   */
  grow?(bench: Bench): Promise<void>
}
