import type { CallDescription } from '@carebench/protocol'
import { payerSystem } from '@carebench/systems'
import { expect, it } from 'vitest'
import { showStatus } from './shown-status.js'

it('gives each status of a request to a payer the tone of its meaning for the clinic', () => {
  const calls: readonly CallDescription[] = payerSystem.calls
  const status = calls.find(({ name }) => name === 'listPriorAuths')?.query?.status
  const statuses = typeof status === 'object' ? (status.enum ?? []) : []
  const toneOf = (text: string) => /class="status ?(\w*)"/.exec(showStatus(text).text)?.[1]
  expect(Object.fromEntries(statuses.map((one) => [one, toneOf(one)]))).toEqual({
    pending: 'wait',
    approved: 'good',
    partially_approved: 'ask',
    denied: 'bad',
    more_information: 'ask',
    cancelled: 'bad',
  })
})
