import { InvalidArgumentError } from 'commander'
import type { Shard } from '../../runner/runs/plan-trials.js'

/** Reads `2/5` as the second of five shards; undefined if it is none. */
export function readShard(text: string): Shard | undefined {
  const [, index = 0, count = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number)
  return index >= 1 && index <= count ? { index, count } : undefined
}

/** Accepts the text of a shard, which `run.json` keeps. Throws an InvalidArgumentError. */
export function parseShard(text: string): string {
  if (readShard(text) !== undefined) return text
  throw new InvalidArgumentError('Expected a shard and how many there are, such as 2/5.')
}
