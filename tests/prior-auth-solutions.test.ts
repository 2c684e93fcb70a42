import type { TaskSession } from '@carebench/client'
import { fixtures } from '@carebench/fixtures'
import type { JsonObject, JsonValue } from '@carebench/protocol'
import { describe, expect, it } from 'vitest'
import { failingLabels, runBenchmark, type Work } from './in-memory-desk.js'

const { tasks, environment } = fixtures['prior-auth']

interface Call {
  readonly method: string
  readonly path: string
  readonly body?: unknown
}

const [mri, knee, sleep] = tasks.map(({ solutions }): readonly Call[] => solutions?.[0]?.calls ?? [])
const scripts = [mri ?? [], knee ?? [], sleep ?? []]

/** Carries out the recorded calls of each task, after `edit` has changed them. */
function recorded(edit: (calls: readonly Call[], task: number) => readonly Call[] = (calls) => calls): Work {
  return async (task) => {
    const index = tasks.findIndex(({ name }) => name === task.name)
    const session = await task.start()
    for (const call of edit(scripts[index] ?? [], index)) await makeCall(session, call)
    return session.complete()
  }
}

async function makeCall(session: TaskSession, { method, path, body }: Call): Promise<void> {
  const [group, ...rest] = path.split('/')
  const system = group === 'portal' ? session.portal : session.fhir
  await system.request(method, rest.join('/'), body as JsonValue | undefined)
}

describe('the recorded solutions', () => {
  it('pass every task in full', async () => {
    const { completions } = await runBenchmark(recorded())
    expect(completions.flatMap((one) => failingLabels(one))).toEqual([])
    expect(completions.map(({ verdict, score }) => [verdict, score])).toEqual(tasks.map(() => ['pass', 1]))
  })

  const longest = Math.max(...scripts.map((calls) => calls.length))
  it.each(Array.from({ length: longest }, (_, left) => left))(
    'need every call: left out is number %i',
    async (left) => {
      const { completions } = await runBenchmark(recorded((calls) => calls.filter((_, index) => index !== left)))
      expect(completions.map(({ verdict }) => verdict === 'pass')).toEqual(scripts.map((calls) => left >= calls.length))
    },
  )
})

/** Something that must not happen, done in the course of a solution, and the guard that tells of it. */
interface Harm {
  readonly task: number
  readonly guard: string
  readonly first?: boolean
  readonly call: Call
}

const requestLike = (calls: readonly Call[] | undefined, changes: JsonObject): Call => ({
  method: 'POST',
  path: 'portal/prior-auths',
  body: { ...(calls?.[0]?.body as JsonObject), ...changes },
})

const changedOrder = (id: string, changes: JsonObject): Call => ({
  method: 'PUT',
  path: `fhir/ServiceRequest/${id}`,
  body: { ...resource(id), ...changes },
})

function resource(id: string): JsonObject {
  const bundles = environment.datasets.map(({ config }) => config as { bundle?: { entry: { resource: JsonObject }[] } })
  const found = bundles.flatMap(({ bundle }) => bundle?.entry ?? []).find((entry) => entry.resource.id === id)
  if (found === undefined) throw new Error(`The fixture has no ${id}.`)
  return found.resource
}

const recordedNumber = knee?.at(-1)?.body as JsonObject

const harms: readonly Harm[] = [
  {
    task: 0,
    guard: 'No request was sent for the patient with the similar name',
    call: requestLike(mri, { patient_member_id: 'EVM318900011' }),
  },
  { task: 0, guard: 'Not more than one request was sent for the patient', call: requestLike(mri, {}) },
  { task: 0, guard: 'The order itself is as it was', call: changedOrder('order-9002-003', { status: 'completed' }) },
  {
    task: 1,
    guard: 'No document about another joint was sent',
    first: true,
    call: {
      method: 'POST',
      path: 'portal/prior-auths/PA00771203/attachments',
      body: { document_type: 'clinical_note', text: 'Operative note of the left knee' },
    },
  },
  {
    task: 1,
    guard: 'No second request was opened for the member',
    call: requestLike(mri, { patient_member_id: 'EVM405900031', procedure_code: '27447' }),
  },
  {
    task: 1,
    guard: 'The order is still open and says what was ordered',
    call: changedOrder('order-9003-003', { ...recordedNumber, status: 'on-hold' }),
  },
  {
    task: 2,
    guard: 'Nothing was requested that had been withdrawn',
    call: requestLike(sleep, { patient_member_id: 'NONE-1', procedure_code: '95811' }),
  },
  {
    task: 2,
    guard: 'Nothing was requested for another patient of that name',
    call: requestLike(sleep, { patient_member_id: 'EVM512900051' }),
  },
  {
    task: 2,
    guard: 'Nothing was requested under the ended plan',
    call: requestLike(sleep, { patient_member_id: 'EVM633900071' }),
  },
  {
    task: 2,
    guard: 'The order that is still wanted stays open',
    call: changedOrder('order-9007-003', { status: 'revoked' }),
  },
]

describe('the guards', () => {
  it.each(harms)('$guard', async ({ task, guard, first, call }) => {
    const { completions } = await runBenchmark(
      recorded((calls, index) => (index === task ? (first ? [call, ...calls] : [...calls, call]) : calls)),
    )
    expect(completions.map(({ verdict }) => verdict)).toEqual(tasks.map((_, at) => (at === task ? 'partial' : 'pass')))
    expect(failingLabels(completions[task])).toEqual([guard])
  })

  it('The decision was not appealed', async () => {
    const { completions } = await runBenchmark(async (task, wait) => {
      const index = tasks.findIndex(({ name }) => name === task.name)
      const session = await task.start()
      for (const call of scripts[index] ?? []) await makeCall(session, call)
      if (index === 2) {
        await wait(2000)
        const { data } = await session.portal.request('GET', 'prior-auths?status=denied')
        const [row] = data as readonly JsonObject[]
        await session.portal.request('POST', `prior-auths/${row?.auth_number}/appeals`, {
          reason: 'Please look again.',
        })
      }
      return session.complete()
    })
    expect(failingLabels(completions[2])).toEqual(['The decision was not appealed'])
  })
})
