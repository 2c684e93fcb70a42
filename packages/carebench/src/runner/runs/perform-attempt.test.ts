import { expect, it } from 'vitest'
import type { Agent } from '../agent.js'
import { explainAttempt } from './perform-attempt.js'

it('returns the files of an unscored attempt, with the reason', () => {
  const agent: Agent = {
    name: 'a',
    kind: 'module',
    identity: {},
    isolation: 'none',
    run: () => Promise.reject(new Error('It is not asked.')),
  }
  const attempt = { key: { agent: 'a', task: 'a/b', trial: 2 }, number: 3, seed: 1, seedWorld: false }
  const files = explainAttempt({ attempt, benchmark: 'small@1', agent, message: 'Three workers ended.' })
  expect([...files.keys()]).toEqual(['result.json'])
  expect(JSON.parse(Buffer.from(files.get('result.json') ?? []).toString())).toMatchObject({
    key: { benchmark: 'small@1', agent: 'a', task: 'a/b', trial: 2 },
    attempt: 3,
    ended: { kind: 'infra', reason: 'worker', message: 'Three workers ended.' },
    verdict: null,
    score: null,
  })
})
