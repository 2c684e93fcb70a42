import { expect, it } from 'vitest'
import { type FilledCall, replaySolution } from './replay-solution.js'

it('inserts captured values into paths, headers, bodies, texts and the output', async () => {
  const made: FilledCall[] = []
  const answers = ['{"id":7,"tags":["a"]}', 'no JSON', '{}']
  const { output } = await replaySolution(
    {
      calls: [
        { method: 'POST', path: 'portal/things', body: { of: '{{id}}' }, capture: { id: '/id', tags: '/tags' } },
        { method: 'PUT', path: 'portal/things/{{id}}', headers: { 'x-tag': 't-{{id}}' }, body: '{{tags}}' },
        { method: 'POST', path: 'hl7', text: 'MSH {{id}} {{unknown}}', delay_seconds: 5, capture: { none: '/none' } },
      ],
      output: { id: '{{id}}', none: '{{none}}' },
    },
    async (call) => {
      made.push(call)
      return { status: made.length === 2 ? 500 : 200, text: answers[made.length - 1] ?? '' }
    },
  )
  expect(made).toEqual([
    { method: 'POST', path: 'portal/things', body: { of: '{{id}}' } },
    { method: 'PUT', path: 'portal/things/7', headers: { 'x-tag': 't-7' }, body: ['a'] },
    { method: 'POST', path: 'hl7', text: 'MSH 7 {{unknown}}', delay_seconds: 5 },
  ])
  expect(output).toEqual({ id: 7, none: '{{none}}' })
})

it('has no output for a solution without one', async () => {
  expect(await replaySolution({ calls: [] }, () => Promise.reject(new Error('There is no call.')))).toEqual({})
})

it('stops before captured values fill the memory', async () => {
  const longer = { method: 'POST', path: 'portal/things', body: '{{a}}{{a}}', capture: { a: '' } } as const
  const first = { method: 'GET', path: 'portal/things', capture: { a: '' } } as const
  const replayed = replaySolution({ calls: [first, ...Array.from({ length: 40 }, () => longer)] }, async (call) => ({
    status: 200,
    text: JSON.stringify(call.body ?? 'aaaaaaaa'),
  }))
  await expect(replayed).rejects.toThrow('at most 4194304 characters')
})
