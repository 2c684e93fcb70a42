import { ApiError, type BenchmarkRun } from '@carebench/protocol'
import type { CallOperation } from '@carebench/service'
import { verify } from '@carebench/systems/verifier'
import { describe, expect, it } from 'vitest'
import { markup } from '../../site/markup.js'
import { emptyForm } from '../form.js'
import { ownPlaces, type Visit } from '../visit.js'
import { regradeRun, showDifferences, summarize, toConfirmation } from './regrade.js'

const after = verify({ criteria: [], evidence: { output: null } })

it('says that a result is the same, or describes the difference and its cause, as text', () => {
  const same = showDifferences({ same: true, before: after, after, changes: [], notes: [] }).text
  expect(same).toContain('The result is the same')
  const change = { criterion_id: null, label: '<b>one</b>', from: null, to: null, why: 'The criterion is new.' }
  const other = showDifferences({ same: false, before: null, after, changes: [change], notes: ['<i>'] }).text
  expect(other).toContain('The result differs: it was none')
  expect(other).toContain('&lt;b&gt;one&lt;/b&gt;')
  expect(other).toContain('<li>&lt;i&gt;</li>')
})

it('distinguishes results that are not confirmed from records that could not be read or verified', () => {
  const again = { same: true, before: after, after, changes: [], notes: [] }
  const seal = { ok: true, changes: [] }
  const broken = { ok: false, changes: [{ path: '/result', message: 'was changed' }] }
  const readings = [
    { seal, again },
    { seal, again: { ...again, same: false } },
    { seal: broken, again },
    { seal: broken, again: { impossible: 'no' } },
    { seal, again: { impossible: 'no' } },
    { unread: 'none' },
  ].map(toConfirmation)
  expect(readings).toEqual(['confirmed', 'refuted', 'refuted', 'refuted', 'undecided', 'undecided'])
  const said = summarize(readings).text.replaceAll(/<[^>]*>/g, '')
  expect(said).toContain('1 task run confirmed')
  expect(said).toContain('3 task runs not confirmed')
  expect(said).toContain('2 task runs not verified')
  expect(summarize(['undecided']).text).not.toContain('confirmed')
})

describe('the task runs of a run', () => {
  const count = 23
  const run = {
    id: 'run_1',
    task_runs: Array.from({ length: count }, (_, index) => ({
      id: `tr_${index + 1}`,
      name: `Task ${index + 1}`,
      verdict: 'pass',
      score: 1,
      status: 'completed',
      phase: 'completed',
    })),
  } as unknown as BenchmarkRun

  /** Returns the page from a task run on, for a caller who may read this many records. */
  async function regrade(from: string | null, mayRead = count) {
    const read: string[] = []
    const visit: Visit = {
      params: { id: run.id },
      query: new URLSearchParams(from === null ? {} : { from }),
      form: emptyForm,
      session: { role: 'organization', token: 'vk_x', csrf: 'x', expiresAt: 1 },
      places: ownPlaces,
      linkTo: () => Promise.reject(new Error('Nothing is shared.')),
      call: (async () => run) as unknown as CallOperation,
      fetch: () => Promise.reject(new Error('Nothing is fetched.')),
      readRecord: async (id) => {
        if (read.length === mayRead) throw new ApiError('RATE_LIMITED', 'Too many requests.')
        read.push(id)
        return { unread: { status: 404, message: 'There is no record.' } }
      },
      systems: new Map(),
      verifier: {
        verifyInSteps: () => {
          throw new Error('Nothing is verified.')
        },
      },
      inSteps: () => Promise.reject(new Error('Nothing is verified.')),
      charge: () => undefined,
      now: 0,
    }
    const answer = await regradeRun(visit)
    if (!('body' in answer)) throw new Error('Expected a page.')
    const { text } = markup`${answer.body}`
    const [, said] = /<span class="soft">(Task runs [^<]*)</.exec(text) ?? []
    const [, previous = null] = /rel="prev" href="[^"]*\?from=(\d+)"/.exec(text) ?? []
    const [, next = null] = /rel="next" href="\/dashboard\/runs\/run_1\/regrade\?from=(\d+)"/.exec(text) ?? []
    return { said, previous, next, read: read.length }
  }

  it('are verified ten at a time, on pages with links to the next and the previous page', async () => {
    expect(await regrade(null)).toEqual({ said: 'Task runs 1 to 10 of 23', previous: null, next: '11', read: 10 })
    expect(await regrade('11')).toEqual({ said: 'Task runs 11 to 20 of 23', previous: '1', next: '21', read: 10 })
    expect(await regrade('21')).toEqual({ said: 'Task runs 21 to 23 of 23', previous: '11', next: null, read: 3 })
    for (const from of ['0', '-3', 'x', '1.5', '1e9', ''])
      expect((await regrade(from)).said, from).toMatch(/^Task runs 1 to 10/)
    expect((await regrade('999999')).said).toBe('Task runs 23 to 23 of 23')
  })

  it('continue on the next page when the rate limit is reached, and are rejected if nothing can be shown', async () => {
    expect(await regrade('11', 4)).toMatchObject({ said: 'Task runs 11 to 14 of 23', next: '15' })
    await expect(regrade('11', 0)).rejects.toThrow('Too many requests.')
  })
})
