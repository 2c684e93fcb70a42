import { carebenchMock } from '@carebench/msw'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'

interface Contender {
  readonly name: string
  call(): Promise<string>
  /** Before and after its turns. */
  begin?(): void
  end?(): void
}

const ROUNDS = 24
const mock = await carebenchMock({ benchmark: 'prior-auth' })
const init = { headers: { authorization: `Bearer ${mock.organizationKey}` } }
const { id } = (await mock.call('listEnvironments')).data[0] ?? { id: '' }
const url = `${mock.baseUrl}/environments/${id}`
const expected = await (await mock.fetch(url, init)).text()

function throughMsw(name: string, handlers: Parameters<typeof setupServer>): Contender {
  const server = setupServer(...handlers)
  return {
    name,
    begin: () => server.listen({ onUnhandledRequest: 'error' }),
    end: () => server.close(),
    call: async () => (await fetch(url, init)).text(),
  }
}

const others = Array.from({ length: 200 }, (_, index) =>
  http.get(`https://other.example.org/${index}/:id`, () => HttpResponse.json({})),
)
const contenders: readonly Contender[] = [
  throughMsw('msw, one handler', [
    http.get(`${mock.baseUrl}/environments/:id`, () => {
      return new Response(expected, { headers: { 'content-type': 'application/json' } })
    }),
  ]),
  throughMsw('@carebench/msw handlers', mock.handlers),
  throughMsw('@carebench/msw handlers before 200 others', [...mock.handlers, ...others]),
  // The least that an answer of fetch costs: made by hand and read.
  {
    name: 'Response of the kept text',
    call: () => new Response(expected, { headers: { 'content-type': 'application/json' } }).text(),
  },
  { name: '@carebench/msw fetch', call: async () => (await mock.fetch(url, init)).text() },
]

/** A tenth of the rounds are below: other processes only ever add to what a call costs. */
function low(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 10)] ?? Number.NaN
}

/** Compares the answers of all contenders, measures them in turns, and prints a line for each. */
export async function measureAll(): Promise<void> {
  const times = new Map<string, number[]>(contenders.map(({ name }) => [name, []]))
  for (let round = -2; round < ROUNDS; round++) {
    for (const { name, call, begin, end } of contenders) {
      begin?.()
      if ((await call()) !== expected) throw new Error(`${name} answers otherwise.`)
      const turns = begin === undefined ? 2_000 : 200
      const { user, system } = process.cpuUsage()
      for (let turn = 0; turn < turns; turn++) await call()
      const spent = process.cpuUsage()
      if (round >= 0) times.get(name)?.push((spent.user + spent.system - user - system) / turns)
      end?.()
    }
    mock.reset()
  }
  const baseline = low(times.get('msw, one handler') ?? [])
  for (const [name, measured] of times) {
    const microseconds = low(measured)
    const ratio = Number((microseconds / baseline).toFixed(3))
    console.log(JSON.stringify({ bench: 'msw', name, microseconds: Number(microseconds.toFixed(1)), ratio }))
  }
}
