import type { BenchmarkDefinition, LogEntry, ScenarioStep } from '@carebench/protocol'
import { defaultSystems } from '@carebench/systems'
import type { TaskRunRecord } from '@carebench/verifier'
import { beforeAll, describe, expect, it } from 'vitest'
import { everySystem, startClockWorld } from '../testing/clock-world.js'
import { RecordOpener } from './open-record.js'
import { NotReplayableError } from './record-blueprint.js'
import { replayRecord } from './replay-record.js'

const first = { type: 'drop_file_inbox', path: 'first.csv', content: '1' } as const
const second = { type: 'drop_file_inbox', path: 'second.csv', content: '2' } as const
const [due, then] = ['1999-03-04T08:01:00.000Z', '1999-03-04T08:02:00.000Z']

/**
 * The log has the scenario's step, a call at one second, the two arrivals, a wait of ten minutes, a call, and the seal.
 */
let record: TaskRunRecord

async function play(
  overrides: BenchmarkDefinition['overrides'],
  task: Partial<BenchmarkDefinition['tasks'][number]>,
): Promise<TaskRunRecord> {
  const steps = [
    { type: 'advance_clock' as const, seconds: 60 },
    { ...second, at_seconds: 120 },
    { ...first, at_seconds: 60 },
  ]
  const definition = everySystem(overrides, { ...task, scenario: { steps } })
  const { name, simulators } = definition.environment
  const files = simulators.filter(({ type }) => type === 'Files')
  const world = await startClockWorld({ ...definition, environment: { name, simulators: files, datasets: [] } })
  await world.send('GET', 'files/inbox')
  if (overrides?.clock === 'stepped') await world.send('POST', 'wait', { seconds: 600 })
  else world.clock.advance(60_500)
  await world.send('GET', 'files/inbox')
  await world.complete()
  return (await world.sendOwn('GET', `/task-runs/${world.taskRunId}/record`)).body as unknown as TaskRunRecord
}

beforeAll(async () => {
  record = await play({ clock: 'stepped' }, { starts_at: '1999-03-04T07:59:00Z' })
})

it.each([{}, { starts_at: '1999-03-04T07:59:00Z' }])(
  'replays arrivals on a real clock as they were due: %j',
  async (task) => {
    const real = await play({}, task)
    expect(real.log?.filter(({ actor }) => actor === 'scenario')).toHaveLength(2)
    expect(replayRecord(real, defaultSystems)).toMatchObject({ same: true, divergence: null })
    const log =
      real.log?.map((entry) => (entry.seq === 3 ? at(entry, entry.at.replace('00.000', '00.001')) : entry)) ?? []
    expect(log).not.toEqual(real.log)
    expect(replayRecord({ ...real, log }, defaultSystems).divergence).toMatchObject({ seq: 3, what: 'arrival' })
  },
)

/** Returns the divergence of the record with another log, whose entries are numbered again. */
function findDivergence(forge: (log: readonly LogEntry[]) => readonly (LogEntry | undefined)[]) {
  const log = forge(record.log ?? []).flatMap((entry) => entry ?? [])
  const numbered = log.map((entry, index) => ({ ...entry, seq: index + 1 }))
  return replayRecord({ ...record, log: numbered }, defaultSystems).divergence
}

/** Returns an arrival as if it had been executed at another time. */
function at(entry: LogEntry | undefined, time: string): LogEntry {
  return JSON.parse(JSON.stringify(entry).replaceAll(entry?.at ?? '', time)) as LogEntry
}

function arrival(number: number, time: string, step: ScenarioStep) {
  return { arrival: number, at: time, step }
}

describe('arrivals in a record are replayed', () => {
  it('as they were due [arrivals.order]', () => {
    expect(record.log?.map(({ action }) => action.kind).join()).toBe('scenario,call,scenario,scenario,wait,call,seal')
    expect(findDivergence((log) => log)).toBe(null)
  })

  it('and named if one is missing, at the next entry', () => {
    const expected = { what: 'arrival', recorded: null, replayed: arrival(1, then, second) }
    expect(findDivergence(([a, b, c, _, ...rest]) => [a, b, c, ...rest])).toEqual({ seq: 4, ...expected })
  })

  it('and named if one came too early, too late or instead of another', () => {
    const early = '1999-03-04T08:00:59.000Z'
    expect(findDivergence(([a, b, c, ...rest]) => [a, b, at(c, early), ...rest])).toEqual({
      seq: 3,
      what: 'arrival',
      recorded: arrival(2, early, first),
      replayed: null,
    })
    const late = '1999-03-04T08:01:01.000Z'
    expect(findDivergence(([a, b, c, ...rest]) => [a, b, at(c, late), ...rest])).toEqual({
      seq: 3,
      what: 'arrival',
      recorded: arrival(2, late, first),
      replayed: arrival(2, due, first),
    })
    expect(
      findDivergence(([a, b, c, d, e, ...rest]) => [a, b, c, e, at(d, '1999-03-04T08:10:01.000Z'), ...rest]),
    ).toEqual({ seq: 4, what: 'arrival', recorded: null, replayed: arrival(1, then, second) })
    expect(findDivergence(([a, b, c, d, ...rest]) => [a, b, at(d, due), c, ...rest])).toMatchObject({
      seq: 3,
      recorded: { arrival: 1 },
      replayed: { arrival: 2 },
    })
  })

  it('and named if one came twice, or with another content', () => {
    expect(findDivergence(([a, b, c, d, ...rest]) => [a, b, c, d, at(d, then), ...rest])).toMatchObject({
      seq: 5,
      what: 'arrival',
      replayed: null,
    })
    const forged = JSON.stringify({ ...second, content: '3' })
    const other = (entry: LogEntry | undefined) =>
      JSON.parse(JSON.stringify(entry).replace(JSON.stringify(second), forged)) as LogEntry
    expect(findDivergence(([a, b, c, d, ...rest]) => [a, b, c, other(d), ...rest])).toMatchObject({
      seq: 4,
      recorded: { step: { content: '3' } },
      replayed: { step: { content: '2' } },
    })
  })
})

describe('the states of a log', () => {
  const opener = new RecordOpener(defaultSystems, [])
  const pathsIn = ({ files = [] }: { readonly files?: unknown }) =>
    (files as readonly { readonly path: string }[]).map(({ path }) => path)

  it('have the changes of each entry', () => {
    const states = [...opener.states(record)].flatMap((states) =>
      states === undefined ? [] : [[states.seq, pathsIn(states.before), pathsIn(states.after)]],
    )
    expect(states).toEqual([
      [3, [], ['inbox/first.csv']],
      [4, ['inbox/first.csv'], ['inbox/first.csv', 'inbox/second.csv']],
    ])
  })

  it('pause after each effect', () => {
    const effects = (record.log ?? []).reduce((sum, entry) => sum + entry.effects.length, 0)
    const pauses = [...opener.states(record)].filter((states) => states === undefined)
    expect(pauses.length).toBeGreaterThanOrEqual(effects)
  })

  it('are rejected if the log or the environment does not fit', () => {
    const forged = (record.log ?? []).map((entry) => ({ ...entry, effects: [{ simulator: 'Fax', effect: {} }] }))
    expect(() => [...opener.states({ ...record, log: forged })]).toThrow(NotReplayableError)
    const { environment: _, ...bare } = record
    expect(() => [...opener.states(bare)]).toThrow('no environment')
  })
})
