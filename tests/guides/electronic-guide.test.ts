import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BenchmarkDefinition, validatorFor } from '@carebench/protocol'
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

const definition: BenchmarkDefinition = readRequest('benchmark.json')

it('the order of the page goes from CRD to the decision, as shown on it', async () => {
  const { call } = await createContractTestbed()
  const { environment: described } = definition
  const environment = await create(call, '/environments', { name: described.name })
  for (const simulator of described.simulators) {
    const id = await create(call, '/simulators', simulator)
    await call('POST', `/environments/${environment}/simulators/${id}`)
  }
  for (const dataset of described.datasets) {
    const id = await create(call, '/datasets', dataset)
    await call('POST', `/environments/${environment}/datasets/${id}`)
  }
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

  const packed = await call(
    'POST',
    `${payer}/fhir/Questionnaire/$questionnaire-package`,
    readRequest('questionnaire-package.json'),
  )
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

  const asked = await call('POST', `${payer}/fhir/Questionnaire/$next-question`, readRequest('next-question.json'))
  expect(listAt(asked.body, 'contained', 0, 'item')).toMatchObject([{ linkId: 'six_weeks' }])
  const inquired = await call('POST', `${payer}/fhir/Claim/$inquire`, readRequest('inquiry.json'))
  expect(at(inquired.body, 'parameter', 0, 'resource', 'entry', 0, 'resource', 'preAuthRef')).toBe(number)
  const repeated = await call('POST', `${payer}/fhir/Claim/$submit`, readRequest('pas-request.json'))
  expect(at(repeated.body, 'entry', 0, 'resource', 'preAuthRef')).toBe(number)
  const subscribed = await call('POST', `${payer}/fhir/Subscription`, readRequest('subscription.json'))
  expect(subscribed.status).toBe(201)
  const cancelled = await call('POST', `${payer}/fhir/Claim/$submit`, readRequest('cancel.json'))
  expect(JSON.stringify(at(cancelled.body, 'entry', 0, 'resource', 'item', 0))).toContain('"code":"C"')
  expect(
    at((await call('GET', `${textAt(sandbox, 'endpoints', 'portal')}/prior-auths/${number}`)).body, 'status'),
  ).toBe('cancelled')

  const { supportingInfo: _, ...unanswered } = at(readRequest('pas-request.json'), 'entry', 0, 'resource') as {
    supportingInfo: unknown
  }
  const request = readRequest('pas-request.json')
  request.entry[0].resource = unanswered
  const waiting = await call('POST', `${payer}/fhir/Claim/$submit`, request)
  const [, asking = ''] = /"value":"(PA\d+-questionnaire)"/.exec(JSON.stringify(waiting.body)) ?? []
  const attachment = JSON.stringify(readRequest('attachment.json')).replace('PA00000000-questionnaire', asking)
  await call('POST', `${payer}/fhir/$submit-attachment`, JSON.parse(attachment))
  const events = await call('GET', `${payer}/fhir/Subscription/${at(subscribed.body, 'id')}/$events`)
  expect(JSON.stringify(events.body)).toContain('"code":"A1"')
})

it('the benchmark of the page is valid', () => {
  expect(validatorFor('benchmarkDefinition')(definition)).toBeNull()
})
