import { advanceClockBody, clockReading } from '../schema/testing.js'
import { jsonOperation } from './operation.js'
import { none } from './path-params.js'

/** Operations that only a service with a manual clock has. */
export const testingOperations = {
  advanceClock: jsonOperation({
    resource: 'testing',
    action: 'advance_clock',
    auth: 'organization',
    method: 'POST',
    path: '/testing/clock',
    summary:
      'Advance the manual clock, process everything that becomes due, and return the time; 0 seconds only reads it',
    params: none,
    query: none,
    body: advanceClockBody,
    status: 200,
    response: clockReading,
    errors: ['CONFLICT'],
    testing: true,
  }),
}
