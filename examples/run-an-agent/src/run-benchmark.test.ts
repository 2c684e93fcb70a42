import { readFileSync } from 'node:fs'
import { CarebenchSolver } from '@carebench/client'
import { carebenchMock } from '@carebench/msw'
import { describe, expect, it, vi } from 'vitest'
import { connect } from './connection.js'
import type { Briefing, Model, Move, Observation } from './model.js'
import { runBenchmark } from './run-benchmark.js'
import { scriptedModel } from './scripted-model.js'

// Each test creates a service with a seeded chart, which can take seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

/** Creates a client of a service in this process, on which `prior-auth@1` is published; it needs no network. */
async function createSolver(): Promise<CarebenchSolver> {
  const { baseUrl, solverKey, fetch } = await carebenchMock({ benchmark: 'prior-auth', now: '2026-03-02T18:00:00Z' })
  return new CarebenchSolver({ baseUrl, solverKey, fetch })
}

describe('the scripted model', () => {
  it('passes the task that it knows, and completes the others without work', async () => {
    const lines: string[] = []
    const solver = await createSolver()
    const { state, completions } = await runBenchmark(solver, 'prior-auth@1', scriptedModel, {
      say: (line) => lines.push(line),
    })
    expect(completions.map(({ verdict, score }) => [verdict, score])).toEqual([
      ['pass', 1],
      ['fail', 0],
      ['fail', 0],
    ])
    expect(state).toMatchObject({ status: 'completed', verdict: 'partial' })
    expect(lines[0]).toBe('# Request the ordered MRI')
    expect(lines.filter((line) => line.startsWith('submit_prior_auth '))).toHaveLength(1)
  })
})

describe('a model of your own', () => {
  it('gets the task, the tools and the results of its calls, including rejections', async () => {
    const briefings: Briefing[] = []
    const seen: (Observation | null)[] = []
    const moves = [
      { tool: 'read_record', arguments: { reference: 'Patient/nobody' } },
      { tool: 'read_record', arguments: {} },
      { tool: 'submit_prior_auth', arguments: { form: {} } },
      { tool: 'telephone', arguments: {} },
    ]
    const model: Model = {
      begin(briefing) {
        briefings.push(briefing)
        const script = moves[Symbol.iterator]()
        return {
          async next(observation) {
            seen.push(observation)
            const { done, value } = script.next()
            return done === true ? { kind: 'done', output: null } : { kind: 'call', ...value }
          },
        }
      },
    }
    await runBenchmark(await createSolver(), 'prior-auth@1', model)
    expect(briefings.map(({ taskItem }) => typeof taskItem?.instruction)).toEqual(['string', 'string', 'string'])
    expect(briefings[0]?.tools.map(({ name }) => name)).toContain('search_record')
    expect(seen.slice(0, 5)).toMatchObject([
      null,
      { kind: 'refusal', status: 404, body: { resourceType: 'OperationOutcome' } },
      { kind: 'refusal', status: 400 },
      { kind: 'refusal', status: 422, body: { errors: expect.any(Array) } },
      { kind: 'refusal', status: 404, message: expect.stringContaining('There is no tool telephone') },
    ])
  })

  it('works as the README shows it', async () => {
    const asked: number[] = []
    const askYourProvider = async (messages: readonly unknown[], tools: readonly unknown[]): Promise<Move> => {
      asked.push(messages.length)
      if (messages.length > 1 || tools.length === 0) return { kind: 'done', output: null }
      return { kind: 'call', tool: 'look_up_member', arguments: { member_id: 'M-1' } }
    }
    // <example>
    const model: Model = {
      begin({ taskItem, tools }) {
        const messages = [{ role: 'user', content: String(taskItem?.instruction) }]
        return {
          async next(observation) {
            if (observation !== null) messages.push({ role: 'tool', content: JSON.stringify(observation) })
            return askYourProvider(messages, tools) // { kind: 'call', tool, arguments } or { kind: 'done', output }
          },
        }
      },
    }
    // </example>
    await runBenchmark(await createSolver(), 'prior-auth@1', model)
    expect(asked).toEqual([1, 2, 1, 2, 1, 2])
    const [readme = '', test = ''] = ['../README.md', './run-benchmark.test.ts'].map((file) =>
      readFileSync(new URL(file, import.meta.url), 'utf8'),
    )
    const example = test.split('// <example>\n')[1]?.split('    // </example>')[0]?.replaceAll(/^ {4}/gm, '')
    expect(readme).toContain(`\n\`\`\`ts\n${example}\`\`\`\n`)
  })

  it('is stopped after the maximum number of moves', async () => {
    let count = 0
    const model: Model = {
      begin: () => ({
        next: async () => {
          count += 1
          return { kind: 'call', tool: 'look_up_member', arguments: { member_id: 'M-1' } }
        },
      }),
    }
    const { state } = await runBenchmark(await createSolver(), 'prior-auth@1', model, { maxMoves: 3 })
    expect([count, state.status, state.score]).toEqual([9, 'completed', 0])
  })
})

it('says which variables it needs if they are missing', () => {
  expect(() => connect({})).toThrow(/CAREBENCH_URL and CAREBENCH_SOLVER_KEY/)
})
