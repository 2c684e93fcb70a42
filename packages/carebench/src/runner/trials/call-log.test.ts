import { expect, it } from 'vitest'
import { createRedact } from '../results/redact.js'
import { CallLog } from './call-log.js'

function makeCall(number: number, changes: object = {}) {
  const at = '2026-01-05T09:00:00.000Z'
  const sizes = { ms: 2, request_bytes: 3, response_bytes: 5 }
  return { number, at, method: 'GET', path: 'fhir/Patient', status: 200, ...sizes, ...changes }
}

function makeLog(limits: { readonly calls: number; readonly text: number }) {
  const lines: unknown[] = []
  // Each line is written as it is at that time.
  return {
    lines,
    log: new CallLog((line) => lines.push(JSON.parse(JSON.stringify(line))), createRedact(['sk-12345678']), limits),
  }
}

it('has a line for each of the first calls', () => {
  const { lines, log } = makeLog({ calls: 2, text: 100 })
  for (const number of [1, 2]) log.add(makeCall(number))
  log.end()
  expect(lines).toEqual([makeCall(1), makeCall(2)])
})

it('counts left-out calls in a line after the first one, and again at the end', () => {
  const { lines, log } = makeLog({ calls: 2, text: 100 })
  for (const number of [1, 2, 3, 4]) log.add(makeCall(number, { status: number === 4 ? 404 : 200 }))
  log.add(makeCall(5))
  log.end()
  expect(lines.slice(2)).toEqual([
    { left_out: { calls: 1, refused: 0, ms: 2, request_bytes: 3, response_bytes: 5 } },
    { left_out: { calls: 3, refused: 1, ms: 6, request_bytes: 9, response_bytes: 15 } },
  ])
})

it('cuts long paths and names of tools, and keeps their lengths', () => {
  const { lines, log } = makeLog({ calls: 2, text: 4 })
  log.add(makeCall(1, { path: 'abcdef', tool: 'call_it' }))
  log.add(makeCall(2, { path: 'abcd' }))
  expect(lines).toEqual([
    makeCall(1, { path: 'abcd', path_length: 6, tool: 'call', tool_length: 7 }),
    makeCall(2, { path: 'abcd' }),
  ])
})

it('redacts secrets before cutting', () => {
  const { lines, log } = makeLog({ calls: 2, text: 12 })
  log.add(makeCall(1, { path: 'a?key=sk-12345678&more=1' }))
  expect(JSON.stringify(lines)).not.toContain('sk-')
})

it('keeps lines while the disk is full, and throws at the end if it still is', () => {
  const lines: unknown[] = []
  let isFull = true
  const write = (line: object) => {
    if (isFull) throw new Error('ENOSPC: no space left on device, write')
    lines.push(line)
  }
  const log = new CallLog(write, createRedact([]), { calls: 2, text: 100 })
  for (const number of [1, 2]) log.add(makeCall(number))
  expect(() => log.end()).toThrow('ENOSPC')
  isFull = false
  log.add(makeCall(3))
  log.end()
  expect(lines).toEqual([makeCall(1), makeCall(2), { left_out: expect.objectContaining({ calls: 1 }) }])
})
