import { describe, expect, it, vi } from 'vitest'
import { ClientError } from './client-error.js'
import { findStop, Stop, withStop } from './stop.js'

function late() {
  return new ClientError('timeout', 'too late')
}

describe('a stop', () => {
  it('calls its listeners once, with the first reason', () => {
    const stop = new Stop()
    const [kept, removed] = [vi.fn(), vi.fn()]
    stop.once('abort', kept)
    stop.on('abort', removed)
    stop.removeListener('abort', removed)
    expect([stop.aborted, stop.reason]).toEqual([false, undefined])
    const first = late()
    stop.abort(first)
    stop.abort(late())
    expect([stop.aborted, stop.reason === first]).toEqual([true, true])
    expect([kept.mock.calls.length, removed.mock.calls.length]).toEqual([1, 0])
  })

  it.each(['before', 'after'])('has a signal that aborts, read %s the end', (when) => {
    const stop = new Stop()
    const early = when === 'before' ? stop.signal : undefined
    expect(early?.aborted ?? false).toBe(false)
    const reason = late()
    stop.abort(reason)
    expect(stop.signal.reason).toBe(reason)
    expect(stop.signal).toBe(early ?? stop.signal)
  })
})

it('the stop of an init can be found; a copy has only the signal', () => {
  const stop = new Stop()
  const init = withStop({ method: 'GET' }, stop)
  const copy = { ...init }
  expect([findStop(init), findStop(copy)]).toEqual([stop, undefined])
  expect(copy).toEqual({ method: 'GET', signal: stop.signal })
  expect(init.signal).toBe(stop.signal)
})
