import type { AuditedVersion, BenchmarkDefinition, KnownAudit } from '@carebench/protocol'
import { defaultChecks, defaultParts } from '@carebench/systems/verifier'
import { createVerifier } from '@carebench/verifier'
import { describe, expect, it } from 'vitest'
import { callInMemory } from '../authoring/call-in-memory.js'
import { createServiceUnderTest, serviceOn } from '../testing/service-under-test.js'
import { smallBenchmark } from '../testing/small-benchmark.js'
import { keepAudit } from './known-audit.js'

type Task = BenchmarkDefinition['tasks'][number]

const [finish, approval] = smallBenchmark().tasks as [Task, Task]

function twice(label: string) {
  return { ...finish, criteria: finish.criteria.flatMap((criterion) => [criterion, { ...criterion, label }]) }
}

const benchmarks: Readonly<Record<string, BenchmarkDefinition>> = {
  'without findings': smallBenchmark(),
  'with a criterion that adds nothing to another': smallBenchmark({ tasks: [approval, twice('#1.1')] }),
  'with a criterion that scores on nothing': smallBenchmark({
    tasks: [
      {
        ...finish,
        criteria: [
          ...finish.criteria,
          {
            label: 'The patient is there',
            assertion: { assert: 'fhir-resource-state', resource_type: 'Patient', search: { _id: 'p1' } },
          },
        ],
      },
    ],
  }),
  'without criteria': smallBenchmark({ tasks: [{ ...finish, criteria: [] }, approval] }),
  'whose scenario fails': smallBenchmark({
    tasks: [{ ...finish, scenario: { steps: [{ type: 'receive_fax', from: '+15550100142', text: 'x' }] } }],
  }),
}

/**
 * Publishes a benchmark; returns a function that publishes it again on another service, and the number of verifications
 * there.
 */
async function publish(definition: BenchmarkDefinition) {
  const under = await createServiceUnderTest({ knownAudits: [] })
  await under.publish(definition, { allowFindings: true })
  const [benchmark] = (await under.call(under.organizationKey, 'GET', '/benchmarks')).body.data as [{ id: string }]
  const call = callInMemory(under.service, under.organizationKey)
  const { audit, ...version } = await call('getBenchmarkVersion', { params: { id: benchmark.id, version: '1' } })
  if (typeof audit === 'string') throw new Error(`The audit is ${audit}.`)
  const first = { ...version, audit }
  const publishAgain = async (knownAudits: readonly KnownAudit[], body: object = { allow_findings: true }) => {
    let judged = 0
    const verifier = createVerifier({ checks: defaultChecks, parts: defaultParts })
    const service = serviceOn(under.store, {
      knownAudits,
      verifier: {
        ...verifier,
        verifyInSteps(input) {
          judged++
          return verifier.verifyInSteps(input)
        },
      },
    })
    const again = callInMemory(service, under.organizationKey)
    const params = { id: benchmark.id }
    const publishing = again('publishBenchmarkVersion', { params, body }).then(async (published) => {
      const wasPending = published.audit === 'pending'
      await service.finishAudits()
      const version = await again('getBenchmarkVersion', { params: { ...params, version: String(published.version) } })
      return { ...version, wasPending }
    })
    const answer = await publishing.catch((error: unknown) => error as Error)
    return { answer, judged }
  }
  return { under, first, benchmark, publishAgain }
}

function auditIn(answer: AuditedVersion | Error) {
  return JSON.stringify('audit' in answer ? answer.audit : answer)
}

describe.each(Object.entries(benchmarks))('the audit of a benchmark %s', (_, definition) => {
  it('is the same, byte for byte, whether it was known or not', async () => {
    const { first, publishAgain } = await publish(definition)
    const fresh = await publishAgain([])
    const restored = await publishAgain([keepAudit(first)])
    expect(auditIn(restored.answer)).toBe(auditIn(fresh.answer))
    expect(auditIn(restored.answer)).toBe(JSON.stringify(first.audit))
    expect(restored.judged).toBe(0)
    expect([fresh.answer, restored.answer]).toMatchObject([{ wasPending: true }, { wasPending: false }])
  })

  it('is stored without ids, so that it is the same on every service', async () => {
    const [first, other] = [await publish(definition), await publish(definition)]
    expect(other.first.audit.tasks[0]?.task_id).not.toBe(first.first.audit.tasks[0]?.task_id)
    expect(keepAudit(other.first)).toEqual(keepAudit(first.first))
    expect(JSON.stringify(keepAudit(first.first))).not.toMatch(/\b(task|crit)_[0-9a-z]{26}/)
  })
})

describe('a known audit', () => {
  const refusing = benchmarks['with a criterion that scores on nothing'] ?? smallBenchmark()

  it('forbids runs of a version if it has errors, at once', async () => {
    const { under, first, publishAgain } = await publish(refusing)
    const { answer, judged } = await publishAgain([keepAudit(first)], {})
    expect(answer).toMatchObject({ wasPending: false, runnable: false, audit: first.audit })
    const run = await under.call(under.solverKey, 'POST', '/v1/benchmark-runs', { benchmark: 'small@2' })
    expect(run.status).toBe(409)
    expect(judged).toBe(0)
  })

  it('is not used for other content, or by another engine', async () => {
    const { first, publishAgain } = await publish(smallBenchmark())
    const known = keepAudit(first)
    const ofOthers = { ...known, digest: known.digest.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) }
    for (const audits of [
      [ofOthers],
      [{ ...known, engine_version: 'another' }],
      [{ ...known, verifier_version: 'another' }],
    ]) {
      const { answer, judged } = await publishAgain(audits)
      expect(auditIn(answer)).toBe(JSON.stringify(first.audit))
      expect(judged).toBeGreaterThan(0)
    }
  })

  it('cannot be sent with a request', async () => {
    const { under, first, benchmark } = await publish(refusing)
    const known = keepAudit(first)
    const forged = { ...known, audit: { ok: true, errors: 0, warnings: 0, tasks: [] } }
    const target = `/benchmarks/${benchmark.id}/versions`
    for (const body of [forged, { known_audits: [forged] }, { knownAudits: [forged] }, { digest: known.digest }]) {
      const { status } = await under.call(under.organizationKey, 'POST', target, body)
      expect(status).toBeGreaterThanOrEqual(400)
    }
    expect((await under.call(under.organizationKey, 'GET', target)).body.data).toHaveLength(1)
  })

  it('does not replace the check that the systems can be seeded', async () => {
    const { under, first, benchmark, publishAgain } = await publish(smallBenchmark())
    const [environment] = (await under.call(under.organizationKey, 'GET', '/environments')).body.data as [
      { id: string },
    ]
    const config = { rows: { prior_auth_requests: [{ auth_number: 'PA1', status: 'lost' }] } }
    const made = await under.call(under.organizationKey, 'POST', '/datasets', { type: 'Portal', name: 'wrong', config })
    await under.call(under.organizationKey, 'POST', `/environments/${environment.id}/datasets/${made.body.id}`)
    const { answer } = await publishAgain([keepAudit(first)])
    expect(benchmark.id).toBe(first.benchmark_id)
    expect(answer).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('PA1') })
  })

  it('is created only for an audited version with a digest', async () => {
    const { first } = await publish(smallBenchmark())
    const { digest: _, ...undigested } = first
    expect(() => keepAudit(undigested)).toThrow(TypeError)
    expect(() => keepAudit({ ...first, audit: 'pending' })).toThrow('the audit of this version is pending')
  })
})
