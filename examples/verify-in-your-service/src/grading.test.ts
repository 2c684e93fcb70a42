import { validateAssertion } from '@carebench/systems/verifier'
import { describe, expect, it } from 'vitest'
import { criteria } from './criteria.js'
import { type Criteria, createGradingServer, grade } from './grading.js'

const good = { answer: { code: '72148', summary: 'Lumbar radiculopathy for six weeks.' } }

describe('a submission', () => {
  it('is graded, with a reason for every point', () => {
    expect(grade(criteria, good)).toMatchObject({ status: 200, body: { score: 1, verdict: 'pass' } })
    const half = grade(criteria, { answer: { code: '72148', summary: 'Back pain.' } })
    expect(half).toMatchObject({ status: 200, body: { verdict: 'partial', checks: [{ score: 1 }, { score: 0 }] } })
    expect(JSON.stringify(half.body)).toContain('found \\"Back pain.\\"')
  })

  it.each([{ answer: {} }, { answer: null }, { answer: { code: 72148 } }, { answer: [] }])(
    'earns nothing: %j',
    (one) => {
      expect(grade(criteria, one)).toMatchObject({ status: 200, body: { score: 0, verdict: 'fail' } })
    },
  )

  it.each([null, 'text', [], {}, { answers: 1 }])('is rejected if it has no answer: %j', (one) => {
    expect(grade(criteria, one)).toMatchObject({ status: 400 })
  })

  it('gets a 500 instead of a grade if a criterion cannot be judged', () => {
    const broken = [...criteria, { label: 'Misspelt', assertion: { assert: 'output-mtch' } }] as Criteria
    const { status, body } = grade(broken, good)
    expect(status).toBe(500)
    expect(body).toMatchObject({ broken: [{ label: 'Misspelt', details: expect.stringContaining('output-mtch') }] })
  })

  it('is left for a person to review if its text can be read either way', () => {
    const said = { path: 'summary', expected: { $says: { all: [['radiculopathy']] } } }
    const asked = { answer: { code: '72148', summary: 'Radiculopathy?' } }
    const assertion = { assert: 'output-match', fields: [said] }
    const { body } = grade([...criteria, { label: 'It says so', assertion }] as Criteria, asked)
    expect(body).toMatchObject({ verdict: 'partial', review: ['It says so'] })
    expect(grade(criteria, good).body).toMatchObject({ review: [] })
  })

  it('gets the same grade each time', () => {
    expect(grade(criteria, good)).toEqual(grade(criteria, structuredClone(good)))
  })
})

it('the criteria are well formed', () => {
  for (const { assertion } of criteria) expect(validateAssertion(assertion)).toEqual({ ok: true })
})

it('is served over HTTP', async () => {
  const server = createGradingServer(criteria)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/grades`
  try {
    const answer = await fetch(url, { method: 'POST', body: JSON.stringify(good) })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ score: 1 })
    expect((await fetch(url, { method: 'POST', body: '{' })).status).toBe(400)
    expect((await fetch(url)).status).toBe(404)
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
