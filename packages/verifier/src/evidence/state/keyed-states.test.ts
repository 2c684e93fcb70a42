import { describe, expect, it } from 'vitest'
import {
  listSystems,
  mapStates,
  mergeStates,
  nameIn,
  partIn,
  pointerToSystem,
  replaceState,
  selectState,
} from './keyed-states.js'

const faxes = [{ direction: 'outbound' as const, text: 'a' }]
const state = { faxes: [], systems: { imaging: { faxes } } } as never

describe('the parts of a system behind a key', () => {
  it('are a separate state, which can be replaced', () => {
    expect(listSystems({}, state)).toEqual([undefined, 'imaging'])
    expect([selectState(state, undefined), selectState(state, 'imaging'), selectState(state, 'lab')]).toEqual([
      state,
      { faxes },
      {},
    ])
    expect(replaceState(state, 'imaging', { files: [] })).toEqual({
      faxes: [],
      systems: { imaging: { faxes, files: [] } },
    })
    expect(replaceState(state, undefined, { files: [] })).toEqual({ ...(state as object), files: [] })
  })

  it('are mapped like the plain ones', () => {
    const counted = mapStates(state, (parts) => ({ names: Object.keys(parts) }) as never)
    expect(counted).toEqual({ names: ['faxes'], systems: { imaging: { names: ['faxes'] } } })
    expect(mapStates({ faxes: [] }, (parts) => parts)).toEqual({ faxes: [] })
  })

  it('have a name in sentences, a name in the evidence, and a pointer', () => {
    expect([nameIn('faxes', 'imaging'), nameIn('faxes', undefined)]).toEqual(['faxes of imaging', 'faxes'])
    expect([partIn('faxes', 'imaging'), partIn('faxes', undefined)]).toEqual(['systems.imaging.faxes', 'faxes'])
    expect(pointerToSystem('/initial', 'a/b')).toBe('/initial/systems/a~1b')
    expect(pointerToSystem('/initial', undefined)).toBe('/initial')
  })

  it.each([5, 'x', [], { systems: 5 }, { systems: null }, { systems: [1] }, { systems: { imaging: 5 } }])(
    'are absent in malformed states: %j',
    (malformed) => {
      expect(selectState(malformed as never, 'imaging')).toEqual({})
      expect(selectState(malformed as never, 'toString')).toEqual({})
      expect(selectState(malformed as never, '__proto__')).toEqual({})
    },
  )
})

it('merges states part by part, in each system', () => {
  const start = { files: [], systems: { east: { faxes: [], files: [] }, west: { faxes: [] } } }
  const sent = [{ direction: 'outbound' as const, to_number: '1', from_number: '2', document_type: 'x', text: 'y' }]
  const later = { messages: [], systems: { west: { faxes: sent }, north: { files: [] } } }
  expect(mergeStates(start, later)).toEqual({
    files: [],
    messages: [],
    systems: { east: { faxes: [], files: [] }, west: { faxes: sent }, north: { files: [] } },
  })
  expect(mergeStates(start, {})).toEqual(start)
  expect(start.systems.west.faxes).toEqual([])
})
