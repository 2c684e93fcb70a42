import { finish, type JsonValue, type SolutionCall } from '@carebench/protocol'
import { type AnySimulator, defaultSystems, type RunningSimulator } from '@carebench/systems'
import { describe, expect, it } from 'vitest'
import { FillBudget } from './placeholders.js'
import { type MadeCall, recordedActs } from './recorded-acts.js'

type Running = Pick<RunningSimulator, 'simulator' | 'harm'>

const placedAt = new Map(
  defaultSystems.map((simulator): [string, Running] => [simulator.group?.name as string, { simulator }]),
)

/** Returns the acts of calls that were answered with these statuses and headers. */
function readActs(
  calls: readonly (SolutionCall & { readonly status?: number; readonly location?: string })[],
  captured: Readonly<Record<string, JsonValue>> = {},
  budget = 1000,
  placed: Parameters<typeof recordedActs>[2] = [],
) {
  const recorded = calls.map(({ status: _, location: __, ...call }) => call as SolutionCall)
  const made = calls.map(({ method, path, status = 201, location }): MadeCall | undefined => {
    const [group = '', ...rest] = path.split('/')
    if (method === 'GET') return undefined
    return {
      group,
      call: { method, path: rest.join('/'), query: '', headers: {}, body: null },
      response: { status, headers: location === undefined ? {} : { location }, body: null },
    }
  })
  return finish(
    recordedActs(
      recorded,
      {
        captured: new Map(Object.entries(captured)),
        budget: new FillBudget(budget),
        made,
        rehearsal: { findRunning: (group) => placedAt.get(group) },
      },
      placed,
    ),
  )
}

describe('recorded acts', () => {
  it('are the accepted calls that write or send', () => {
    const acts = readActs([
      { method: 'GET', path: 'fhir/Patient' },
      { method: 'POST', path: 'faxes', body: { to_number: '1' } },
      { method: 'PUT', path: 'fhir/Task/t1', body: {}, status: 200 },
      { method: 'POST', path: 'faxes', body: {}, status: 400 },
      { method: 'POST', path: 'wait', body: {} },
    ])
    expect(acts.map(({ name, makesAnother, isReversible }) => [name, makesAnother, isReversible])).toEqual([
      ['POST faxes', true, false],
      ['PUT fhir/Task/t1', false, false],
    ])
  })

  it('include the later calls to the created records, and the values that earlier calls captured', () => {
    const [ask, call] = readActs(
      [
        { method: 'POST', path: 'portal/prior-auths', body: {}, capture: { number: '/auth_number' } },
        { method: 'POST', path: 'voice/calls', body: { to: '1' }, capture: { call: '/id' } },
        { method: 'POST', path: 'voice/calls/{{call}}/turns', body: { text: 'It is {{number}}, {{call}}.' } },
        { method: 'GET', path: 'portal/prior-auths/{{number}}' },
      ],
      { number: 'PA1', call: 'c1' },
    )
    expect(ask?.calls.map(({ path }) => path)).toEqual(['portal/prior-auths', 'portal/prior-auths/{{number}}'])
    expect(call?.calls).toEqual([
      { method: 'POST', path: 'voice/calls', body: { to: '1' }, capture: { call: '/id' } },
      { method: 'POST', path: 'voice/calls/{{call}}/turns', body: { text: 'It is PA1, {{call}}.' } },
    ])
  })

  it('can be undone if their system describes how to delete the written records', () => {
    const undoing = readActs([
      { method: 'POST', path: 'fhir/Task', body: {}, location: 'Task/t7/_history/1' },
      { method: 'PUT', path: 'files/outbound/a/b.csv', text: 'a' },
      { method: 'POST', path: 'faxes', body: {}, location: 'f1' },
    ]).map(({ steps }) =>
      steps.filter(({ kind }) => kind === 'undone').map(({ call }) => `${call.method} ${call.path}`),
    )
    expect(undoing).toEqual([['DELETE fhir/Task/t7'], ['DELETE files/outbound/a/b.csv'], []])
  })

  it('have the harm that their system defines, addressed to its group', () => {
    const hl7 = placedAt.get('hl7')?.simulator as AnySimulator
    const cancelled = {
      kind: 'undone',
      what: 'cancelled',
      call: { method: 'POST', path: 'outbound', query: 'a=1', headers: {}, body: { text: 'MSH' } },
    }
    placedAt.set('hl7@west', { simulator: hl7, harm: () => [cancelled] } as Running)
    const [act] = readActs([{ method: 'POST', path: 'hl7@west/outbound', text: 'MSH|' }])
    expect(act?.steps).toEqual([
      {
        kind: 'undone',
        what: 'cancelled',
        call: { method: 'POST', path: 'hl7@west/outbound?a=1', headers: {}, text: 'MSH' },
      },
    ])
    expect([act?.isReversible, act?.target]).toEqual([true, { parts: ['hl7'], system: 'west', path: 'outbound' }])
  })

  it('have the harm in another group of their system, and in each other system of its type', () => {
    const call = { method: 'POST', path: 'prior-auths', query: '', headers: {}, body: { json: {} } }
    const harm = () => [
      { kind: 'duplicate', what: 'by the portal', group: 'portal', call },
      { kind: 'disclosure', what: 'to', call: { ...call, path: 'fhir' } },
    ]
    placedAt.set('payer@west', { ...placedAt.get('portal'), harm } as Running)
    const placed = [{ type: 'Payer' }, { type: 'Payer', key: 'west' }, { type: 'Payer', key: 'east' }, { type: 'FHIR' }]
    const [act] = readActs([{ method: 'POST', path: 'payer@west/fhir', body: {} }], {}, 1000, placed)
    expect(act?.steps.map(({ kind, what, call: made }) => [kind, what, made.path])).toEqual([
      ['duplicate', 'by the portal', 'portal@west/prior-auths'],
      ['disclosure', 'to payer', 'payer/fhir'],
      ['disclosure', 'to payer@east', 'payer@east/fhir'],
    ])
  })

  it('leave out acts of more than 100 calls, and all acts if they would insert too much', () => {
    const fax: SolutionCall = { method: 'POST', path: 'faxes', body: { text: '{{long}}' } }
    expect(readActs([fax], { long: 'x'.repeat(99) })).toHaveLength(1)
    expect(readActs([fax], { long: 'x'.repeat(99) }, 10)).toEqual([])
    const call: SolutionCall = { method: 'POST', path: 'voice/calls', body: {}, capture: { call: '/id' } }
    const turn: SolutionCall = { method: 'POST', path: 'voice/calls/{{call}}/turns', body: {} }
    const turns = (count: number) => Array.from({ length: count }, () => turn)
    expect(readActs([call, ...turns(99)])).toHaveLength(1)
    expect(readActs([call, ...turns(100)])).toEqual([])
  })
})
