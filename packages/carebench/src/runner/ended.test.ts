import { expect, it } from 'vitest'
import { type Ended, endReasons, isScored, shortenMessage, TrialStopError } from './ended.js'

it('scores ends that the agent caused, and no others', () => {
  const scored = (Object.keys(endReasons) as (keyof typeof endReasons)[]).filter((kind) =>
    isScored({ kind, reason: endReasons[kind][0] } as Ended),
  )
  expect(scored).toEqual(['completed', 'limit', 'agent'])
})

it('a stop says how the trial ends', () => {
  const stop = new TrialStopError({ kind: 'limit', reason: 'timeout' })
  expect(stop.ended).toEqual({ kind: 'limit', reason: 'timeout' })
  expect(stop.message).toBe('The trial was stopped: limit, timeout.')
})

it('keeps the beginning of a message that is too long for a result', () => {
  const ended = { kind: 'agent', reason: 'bad_output', message: 'x'.repeat(100_000) } as const
  expect(shortenMessage(ended).message).toBe(`${'x'.repeat(10_000)}…`)
  expect(shortenMessage({ ...ended, message: 'short' }).message).toBe('short')
})
