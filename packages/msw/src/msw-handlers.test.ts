import { listSystemOperations } from '@carebench/protocol'
import { expect, it } from 'vitest'
import { FaultPlans } from './fault.js'
import { MockGateway } from './mock-gateway.js'
import { createMswHandlers } from './msw-handlers.js'
import { Overrides } from './override.js'

it('makes handlers that say what to install if msw is missing, but only when they are used', async () => {
  const unused = () => {
    throw new Error('Nothing is called.')
  }
  const gateway = new MockGateway(unused, [], new FaultPlans(listSystemOperations([])), new Overrides())
  const missing = new Error('Cannot find package msw')
  const handlers = await createMswHandlers(gateway, 'https://carebench.test', () => Promise.reject(missing))
  expect(handlers).toThrow('npm install --save-dev msw (on Node 20: msw@2)')
})
