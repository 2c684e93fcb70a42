import { playgroundClock, waitBody, waited } from '../schema/clock.js'
import { completeBody, completedTaskRun, createdRun, createRunBody, publicRun, startedTaskRun } from '../schema/run.js'
import { jsonOperation } from './operation.js'
import { byId, none } from './path-params.js'

const run = { resource: 'v1/benchmark-runs', auth: 'run' } as const
const taskRun = { resource: 'v1/task-runs', auth: 'run' } as const

/** The run flow of external agents. Specification 4.2. */
export const publicRunOperations = {
  createBenchmarkRun: jsonOperation({
    resource: 'v1/benchmark-runs',
    auth: 'solver',
    method: 'POST',
    path: '/v1/benchmark-runs',
    action: 'create',
    summary: 'Start a run of a published benchmark; the response contains its token',
    params: none,
    query: none,
    body: createRunBody,
    status: 201,
    response: createdRun,
  }),
  readBenchmarkRun: jsonOperation({
    ...run,
    method: 'GET',
    path: '/v1/benchmark-runs/{id}',
    action: 'get',
    summary: 'Read the run that the token belongs to',
    params: byId,
    query: none,
    body: null,
    status: 200,
    response: publicRun,
  }),
  startTaskRun: jsonOperation({
    ...taskRun,
    method: 'POST',
    path: '/v1/task-runs/{id}/start',
    action: 'start',
    summary: 'Start a task run and its simulated systems',
    params: byId,
    query: none,
    body: null,
    status: 200,
    response: startedTaskRun,
    errors: ['CONFLICT', 'UNAVAILABLE'],
    idempotent: true,
  }),
  completeTaskRun: jsonOperation({
    ...taskRun,
    method: 'POST',
    path: '/v1/task-runs/{id}/complete',
    action: 'complete',
    summary: 'Complete a task run, verify it and return the result',
    params: byId,
    query: none,
    body: completeBody,
    bodyOptional: true,
    status: 200,
    response: completedTaskRun,
    errors: ['CONFLICT'],
    idempotent: true,
  }),
  readRunClock: jsonOperation({
    ...run,
    method: 'GET',
    path: '/v1/benchmark-runs/{id}/clock',
    action: 'read_clock',
    summary: 'Read the clock of the systems of the started task',
    params: byId,
    query: none,
    body: null,
    status: 200,
    response: playgroundClock,
    errors: ['CONFLICT'],
    namesTaskRun: true,
  }),
  waitInRun: jsonOperation({
    ...run,
    method: 'POST',
    path: '/v1/benchmark-runs/{id}/wait',
    action: 'wait',
    summary:
      'Let time pass in the systems of the started task, for some seconds or until something happens, and return what happened',
    params: byId,
    query: none,
    body: waitBody,
    status: 200,
    response: waited,
    errors: ['CONFLICT'],
    namesTaskRun: true,
  }),
}
