import { callInMemory, createSystemVerifier, defaultSystems, type ServiceRequest, textOfBody } from '@carebench/service'
import type { Verifier } from '@carebench/verifier'
import { beforeAll, describe, expect, it } from 'vitest'
import { createDashboard, type DashboardOptions } from '../../packages/server/src/dashboard/dashboard.js'
import { type OpenDashboard, openDashboard, signIn } from './open-dashboard.js'

// What a regrade shows for changed records, and with a verifier that judges differently.

let open: OpenDashboard
let taskRun: string
beforeAll(async () => {
  open = await openDashboard()
  const call = callInMemory(open.service, open.organizationKey)
  taskRun = (await call('getBenchmarkRun', { params: { id: open.runs.careless } })).task_runs[0]?.id ?? ''
})

/** The path of a member of a record, and its new value. */
type Change = readonly [path: readonly string[], value: unknown]

function changed(value: unknown, [path, replacement]: Change): unknown {
  const [name, ...inner] = path
  if (name === undefined) return replacement
  if (typeof value !== 'object' || value === null) throw new Error(`There is no ${name} to change.`)
  const members = Object.entries(value).map(([key, member]) => [
    key,
    key === name ? changed(member, [inner, replacement]) : member,
  ])
  return Array.isArray(value) ? members.map(([, member]) => member) : Object.fromEntries(members)
}

/** Returns the pages that regrade the first task run and its run, after changing the records on their way. */
async function regrade(options: Partial<DashboardOptions>, changes: readonly Change[] = []) {
  const service = {
    handle: async (request: ServiceRequest) => {
      const answer = await open.service.handle(request)
      if (!request.target.startsWith(`/task-runs/${taskRun}/record`)) return answer
      const record: unknown = JSON.parse(textOfBody(answer))
      return { ...answer, body: JSON.stringify(changes.reduce(changed, record)) }
    },
  }
  const visitor = await signIn(createDashboard({ service, ...options }), open.organizationKey)
  const read = async (path: string) =>
    textOfBody(await visitor.get(path))
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
  return { one: await read(`/task-runs/${taskRun}/regrade`), all: await read(`/runs/${open.runs.careless}/regrade`) }
}

describe('a regrade', () => {
  it('names what was changed in a record, and shows the result by its evidence', async () => {
    const { one, all } = await regrade({}, [
      [['result', 'score'], 1],
      [['result', 'verdict'], 'pass'],
    ])
    expect(one).toContain('The record was changed after it was sealed.')
    expect(one).toMatch(/\/result\S* /)
    expect(one).toContain('The result differs: it was 1.00')
    expect(all).toContain('2 task runs confirmed')
    expect(all).toContain('1 task run not confirmed')
    expect(all).toContain('was changed')
  })

  it('says that a record cannot be verified again', async () => {
    const { one, all } = await regrade({}, [[['criteria', '0', 'weight'], 'heavy']])
    expect(one).toContain('It cannot be verified again:')
    expect(all).toContain('1 task run not confirmed')
    expect(all).toContain('impossible:')
  })

  it('shows the criteria that another verifier judges differently', async () => {
    const real = createSystemVerifier(defaultSystems)
    const lenient: Pick<Verifier, 'verifyInSteps'> = {
      *verifyInSteps(input) {
        const verification = yield* real.verifyInSteps(input)
        const [first, ...others] = verification.criterion_runs
        if (first === undefined) return verification
        const run = {
          ...first,
          outcome: first.passed ? ('failed' as const) : ('passed' as const),
          passed: !first.passed,
        }
        return { ...verification, score: 0.25, criterion_runs: [run, ...others] }
      },
    }
    const { one, all } = await regrade({ verifier: lenient })
    expect(one).toContain('The seal matches')
    expect(one).toMatch(/The result differs: it was \d\.\d\d, and is .* 0\.25/)
    expect(one).toMatch(/Criterion Was Is Why .* (?:passed \d\.\d\d failed|failed \d\.\d\d passed) /)
    expect(all).toContain('3 task runs not confirmed')
  })
})
