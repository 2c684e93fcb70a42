// What does a mocked call cost, through msw and through `mock.fetch`?
//
// The mock of carebench runs the whole service. The floor for msw is a single handler that answers the same text; the
// floor for `fetch` creates a `Response` of that text and reads it. In this case, garbage is collected before each
// contender: a Response leaves much, and its finalizers would run in the time of the next contender. A round through
// msw has so many calls that each contender collects its own garbage in it.

import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { carebenchMock } from '@carebench/msw'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import type { Bench } from './src/benchmark.js'

export async function run(bench: Bench): Promise<void> {
  const mock = await carebenchMock({ benchmark: 'prior-auth' })
  const init = { headers: { authorization: `Bearer ${mock.organizationKey}` } }
  const { id } = (await mock.call('listEnvironments')).data[0] ?? { id: '' }
  const url = `${mock.baseUrl}/environments/${id}`
  const expected = await (await mock.fetch(url, init)).text()
  const respond = () => new Response(expected, { headers: { 'content-type': 'application/json' } })

  const contender = (name: string, call: () => Promise<string>) => ({ name, run: call, answer: call })
  const throughMsw = (name: string, handlers: Parameters<typeof setupServer>) => {
    const server = setupServer(...handlers)
    const call = async () => (await fetch(url, init)).text()
    return {
      ...contender(name, call),
      begin: async () => {
        server.listen({ onUnhandledRequest: 'error' })
        await call()
      },
      end: () => {
        server.close()
        mock.reset()
      },
    }
  }
  const others = Array.from({ length: 200 }, (_, index) =>
    http.get(`https://other.example.org/${index}/:id`, () => HttpResponse.json({})),
  )

  await bench.race({
    case: 'by fetch',
    expected,
    turns: 2000,
    contenders: [
      {
        ...contender('Response of the kept text', () => respond().text()),
        floor: 'Response of the kept text',
        begin: collect,
      },
      {
        ...contender('@carebench/msw fetch', async () => (await mock.fetch(url, init)).text()),
        goals: { 'Response of the kept text': 1.5 },
        begin: collect,
        end: () => mock.reset(),
      },
    ],
  })
  const goals = { 'msw, one handler': 1.3 }
  await bench.race({
    case: 'by msw',
    expected,
    turns: 100,
    contenders: [
      {
        ...throughMsw('msw, one handler', [http.get(`${mock.baseUrl}/environments/:id`, respond)]),
        floor: 'msw, one handler',
      },
      { ...throughMsw('@carebench/msw handlers', mock.handlers), goals },
      { ...throughMsw('@carebench/msw handlers before 200 others', [...mock.handlers, ...others]), goals },
    ],
  })
}

setFlagsFromString('--expose-gc')
const collectNow = runInNewContext('gc') as () => void

/** Collects garbage, and waits until finalizers have run. */
async function collect(): Promise<void> {
  collectNow()
  await sleep(1)
}
