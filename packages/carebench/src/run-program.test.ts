import { StoreUnavailableError } from '@carebench/service'
import { SchemaError } from '@carebench/store/sql'
import { Command } from 'commander'
import { expect, it } from 'vitest'
import { runProgram } from './program.js'
import type { Terminal } from './terminal/terminal.js'

it.each([
  new SchemaError('The database has version 7 of the indexes of keys.'),
  new StoreUnavailableError('The database is not available.'),
])('prints database errors during a command without a stack: $name', async (refusal) => {
  const program = new Command().action(() => {
    throw refusal
  })
  const printed: string[] = []
  const terminal: Terminal = {
    out: (text) => void printed.push(text),
    err: (text) => void printed.push(text),
    isTTY: false,
    errColumns: undefined,
    environment: {},
    now: () => 0,
  }
  expect(await runProgram(program, [], terminal)).toBe(2)
  expect(printed).toEqual([`carebench: ${refusal.message}\n`])
})

it('prints an unexpected error without what a terminal obeys, with an exit code that no result \
of a command has', async () => {
  const program = new Command().action(() => {
    throw new TypeError('\u001b[2Jbroken\u202e')
  })
  let printed = ''
  const terminal: Terminal = {
    out: () => expect.unreachable(),
    err: (text) => {
      printed += text
    },
    isTTY: true,
    errColumns: 80,
    environment: {},
    now: () => 0,
  }
  expect(await runProgram(program, [], terminal)).toBe(70)
  expect(printed).toMatch(/^carebench: unexpected error.*\nTypeError: \ufffd\[2Jbroken\ufffd\n {4}at /)
})

it('explains that the disk is full, with the exit code of infrastructure errors', async () => {
  const program = new Command().action(() => {
    throw Object.assign(new Error("ENOSPC: no space left on device, open 'runs/x/index.jsonl'"), { code: 'ENOSPC' })
  })
  let printed = ''
  const err = (text: string) => {
    printed += text
  }
  const terminal: Terminal = { out: err, err, isTTY: false, errColumns: undefined, environment: {}, now: () => 0 }
  expect(await runProgram(program, [], terminal)).toBe(3)
  expect(printed).toContain(
    "carebench: the disk is full or cannot be written: ENOSPC: no space left on device, open 'runs/x/",
  )
  expect(printed).not.toMatch(/\n {4}at /)
})
