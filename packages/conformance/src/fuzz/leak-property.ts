import fc from 'fast-check'
import { type Answer, at } from '../exchange/exchange.js'
import { clinicDatasets, clinicSimulators } from '../scenario/clinic.js'
import { assertSane, type FuzzProperty } from './fuzz-context.js'
import { judge } from './judge.js'

/** Paths of simulated systems that an agent may call. */
const paths = [
  'fhir/Patient',
  'fhir/Task/t1',
  'fhir/metadata',
  'portal/prior-auths',
  'portal/patients',
  'hl7/inbox',
  'files/inbox',
  'files/criteria.json',
  'fhir/Basic',
  'clearinghouse/transactions',
] as const

/** No response to a run token contains the expected value of a hidden criterion of a scored run. */
export const scoredLeaks: FuzzProperty = {
  name: 'Nothing that a run token can read contains an expected value of a scored run',
  ids: ['scored.nothing-else', 'scored.no-keys', 'scored.no-field-evidence'],
  needs: 'authoring',
  async check({ kit, unique, exchanges }, runs, seed) {
    const canaries = Array.from({ length: 4 }, (_, index) => `canary${seed}${unique()}n${index}e`)
    const [literal, pattern, phrase, number] = canaries
    const { reference } = await kit.publish({
      name: `leaks ${unique()}`,
      simulators: clinicSimulators,
      datasets: clinicDatasets,
      tasks: [
        {
          task_item: { instruction: 'Do it.' },
          criteria: [
            { label: 'one', assertion: { assert: 'output-match', fields: [{ path: 'a', expected: literal }] } },
            {
              label: 'two',
              assertion: {
                assert: 'fhir-resource-state',
                resource_type: 'Task',
                search: { _id: 't1' },
                fields: [{ path: 'description', expected: { $regex: `${pattern}.*` } }],
              },
            },
            {
              label: 'three',
              assertion: {
                assert: 'portal-state-match',
                correlate_by: { resource: 'prior_auth_requests', key: 'patient_member_id', value: phrase },
                assertions: [{ path: 'status', expected: 'approved' }],
              },
            },
            {
              label: 'four',
              guard: true,
              assertion: { assert: 'output-match', fields: [{ path: 'b', expected: { $not: number } }] },
            },
          ],
        },
      ],
    })
    const call = fc.record({
      method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH'),
      path: fc.constantFrom(...paths),
      body: fc.constantFrom(undefined, {}, { resourceType: 'Task', id: 't1', status: 'completed', intent: 'order' }),
    })
    return judge(
      fc.asyncProperty(fc.array(call, { maxLength: 6 }), fc.jsonValue({ maxDepth: 2 }), async (calls, output) => {
        const run = await kit.createRun(reference, { scored: true })
        const said: Answer[] = [run.created, await run.start()]
        for (const { method, path, body } of calls)
          said.push(await run.system(method, path, method === 'GET' || method === 'DELETE' ? undefined : body))
        said.push(await run.complete(0, { output }), await run.complete(), await run.start(), await run.read())
        for (const answer of said) {
          assertSane(answer)
          const headers = JSON.stringify(answer.headers)
          const leaked = canaries.find((canary) => answer.text.includes(canary) || headers.includes(canary))
          if (leaked !== undefined)
            throw new Error(
              `${answer.exchange.method} ${answer.exchange.target} contains ${leaked}, which a criterion expects`,
            )
        }
        const checks = at(said.at(-4)?.body, 'checks')
        if (/"(details|field_results|expected|actual)":/.test(JSON.stringify(checks ?? null)))
          throw new Error('The completion of a scored run has details')
      }),
      Math.ceil(runs / 10),
      seed,
      exchanges,
    )
  },
}
