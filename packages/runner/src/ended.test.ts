import { expect, it } from 'vitest'
import { type Ended, endReasons, isScored, TrialStop } from './ended.js'

it('scores what the agent did, and nothing that happened to it', () => {
  const scored = (Object.keys(endReasons) as (keyof typeof endReasons)[]).filter((kind) =>
    isScored({ kind, reason: endReasons[kind][0] } as Ended),
  )
  expect(scored).toEqual(['completed', 'limit', 'agent'])
})

it('a stop says how the trial ends', () => {
  const stop = new TrialStop({ kind: 'limit', reason: 'timeout' })
  expect(stop.ended).toEqual({ kind: 'limit', reason: 'timeout' })
  expect(stop.message).toBe('The trial was stopped: limit, timeout.')
})
