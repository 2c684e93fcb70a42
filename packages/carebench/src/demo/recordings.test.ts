import { fixtureNames, fixtures } from '@carebench/fixtures'
import { validatorFor } from '@carebench/protocol'
import { describe, expect, it } from 'vitest'
import { agentNames } from './agent.js'
import { describeStep } from './describe-step.js'
import { recordedWork } from './recordings.js'

describe.each(fixtureNames)('the recordings of %s', (name) => {
  const { tasks } = fixtures[name]
  const work = (agent: (typeof agentNames)[number]) => tasks.map((task) => recordedWork(name, agent, task.name))

  it('are solutions of its tasks, as the schema has them', () => {
    for (const agent of agentNames) {
      const recorded = tasks.map((task, index) => ({ ...task, solutions: [{ name: agent, ...work(agent)[index] }] }))
      expect(validatorFor('benchmarkDefinition')({ ...fixtures[name], tasks: recorded })).toBeNull()
    }
  })

  it('have calls of the good and the careless agent for each task, and none of the idle one', () => {
    expect(work('idle').flatMap(({ calls }) => calls)).toEqual([])
    for (const { calls } of [...work('good'), ...work('careless')]) expect(calls.length).toBeGreaterThan(1)
  })

  it('let the good agent read before it makes the calls of the first solution', () => {
    for (const [index, { calls }] of work('good').entries()) {
      const solution = tasks[index]?.solutions?.[0]?.calls ?? []
      expect(calls.slice(-solution.length)).toEqual(solution)
      expect(new Set(calls.slice(0, -solution.length).map(({ method }) => method))).toEqual(new Set(['GET']))
    }
  })
})

it.each([
  ['a search', { total: 2, entry: [{}, {}] }, 200, '2 found'],
  ['a list', { data: [{}] }, 200, '1 found'],
  ['a row', { auth_number: 'PA1', status: 'pending', notes: '' }, 201, 'PA1 pending'],
  ['a resource', { id: 'order-1', status: 'active' }, 200, 'order-1 active'],
  ['a text', 'a,b', 200, 'done'],
  ['a refusal', { error: {} }, 404, 'refused (404)'],
])('describes the response to %s', (_, body, status, expected) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  expect(describeStep({ method: 'GET', path: 'x/y' }, { status, text })).toBe(`GET x/y → ${expected}`)
})

it('describes calls of long paths in one line', () => {
  const step = describeStep({ method: 'GET', path: 'x/'.repeat(500) }, { status: 200, text: '{}' })
  expect(step.length).toBeLessThan(140)
})
