import { payerSystem } from '@carebench/systems'
import { expect, it } from 'vitest'
import { showStatus } from './shown-status.js'

it('gives each status of a request to a payer the tone of what it means for the clinic', () => {
  const listed = payerSystem.calls.find(({ name }) => name === 'listPriorAuths')
  const { status } = listed?.query ?? {}
  const toneOf = (text: string) => /class="status ?(\w*)"/.exec(showStatus(text).text)?.[1]
  expect(Object.fromEntries(status?.enum.map((one) => [one, toneOf(one)]) ?? [])).toEqual({
    pending: 'wait',
    approved: 'good',
    partially_approved: 'ask',
    denied: 'bad',
    more_information: 'ask',
    cancelled: 'bad',
  })
})
