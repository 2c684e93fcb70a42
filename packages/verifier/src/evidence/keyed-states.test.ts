import { expect, it } from 'vitest'
import { mergeStates } from './keyed-states.js'

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
