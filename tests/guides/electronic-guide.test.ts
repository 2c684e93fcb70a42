import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { at, create, createContractTestbed, listAt, textAt } from '../contract/contract-testbed.js'
import { workspaceRoot } from '../workspace-sources.js'

const page = readFileSync(join(workspaceRoot, 'docs/guides/electronic-prior-authorization.md'), 'utf8')

function block(name: string): string {
  const [, text = ''] = new RegExp(`\`\`\`\\w+ ${name}\\n([\\s\\S]*?)\`\`\``).exec(page) ?? []
  return text.trimEnd()
}

/** A request of the example that the page links to. */
function readRequest(file: string) {
  return JSON.parse(readFileSync(join(workspaceRoot, 'examples/electronic-prior-authorization', file), 'utf8'))
}

it('the order of the page goes from CRD to the decision, as shown on it', async () => {
  const { call } = await createContractTestbed()
  const environment = await create(call, '/environments', { name: 'Clinic' })
  const resources: object[] = JSON.parse(block('chart'))
  const entry = resources.map((resource) => ({ resource }))
  const bundle = { resourceType: 'Bundle', type: 'collection', entry }
  const dataset = await create(call, '/datasets', { type: 'FHIR', name: 'Chart', config: { bundle } })
  for (const simulator of [
    { type: 'FHIR', name: 'Chart' },
    { type: 'Payer', name: 'Plan', config: JSON.parse(block('payer')) },
  ]) {
    const id = await create(call, '/simulators', simulator)
    await call('POST', `/environments/${environment}/simulators/${id}`)
  }
  await call('POST', `/environments/${environment}/datasets/${dataset}`)
  const playground = await create(call, '/playgrounds', { environment_id: environment })
  const { body: sandboxes } = await call('GET', `/sandboxes?playground_id=${playground}`)
  const sandbox = listAt(sandboxes, 'data').find((one) => at(one, 'type') === 'Payer')
  const payer = textAt(sandbox, 'endpoints', 'payer')

  const signed = await call('POST', `${payer}/cds-services/order-sign-crd`, readRequest('order-sign.json'))
  const order = at(signed.body, 'systemActions', 0, 'resource')
  const said = listAt(order, 'extension', 0, 'extension').map((one) => {
    const { url, ...value } = one as { url: string }
    return `${url} ${Object.values(value)[0]}`
  })
  for (const line of block('information').split('\n')) expect(said).toContain(line)

  const parameter = [
    { name: 'coverage', resource: resources[1] },
    { name: 'order', resource: order },
  ]
  const packed = await call('POST', `${payer}/fhir/Questionnaire/$questionnaire-package`, {
    resourceType: 'Parameters',
    parameter,
  })
  const items = listAt(packed.body, 'parameter', 0, 'resource', 'entry', 0, 'resource', 'item').map((item) => {
    const [when] = (at(item, 'enableWhen') ?? []) as { question: string; answerBoolean: boolean }[]
    const condition = when === undefined ? '' : ` when ${when.question} is ${when.answerBoolean}`
    return `${at(item, 'linkId')} ${at(item, 'type')}${condition}`
  })
  expect(items.join('\n')).toBe(block('items'))

  const decided = await call('POST', `${payer}/fhir/Claim/$submit`, readRequest('pas-request.json'))
  const response = at(decided.body, 'entry', 0, 'resource')
  const review = at(response, 'item', 0, 'adjudication', 0, 'extension', 0)
  const action = at(review, 'extension', 0, 'valueCodeableConcept', 'coding', 0, 'code')
  expect(`${at(response, 'outcome')} ${at(response, 'item', 0, 'itemSequence')} ${action}`).toBe(block('decision'))
  const number = at(review, 'extension', 1, 'valueString')
  const { body } = await call('GET', `${textAt(sandbox, 'endpoints', 'portal')}/prior-auths/${number}`)
  expect(at(body, 'status')).toBe('approved')
})
