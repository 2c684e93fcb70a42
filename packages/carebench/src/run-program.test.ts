import { StoreUnavailableError } from '@carebench/service'
import { SchemaError } from '@carebench/store-sql'
import { Command } from 'commander'
import { expect, it } from 'vitest'
import { runProgram } from './program.js'
import type { Terminal } from './terminal.js'

it.each([
  new SchemaError('The database has version 7 of the indexes of keys.'),
  new StoreUnavailableError('The database is not available.'),
])('what a database refuses while a command uses it is said without a stack: $name', async (refusal) => {
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
