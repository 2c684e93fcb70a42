#!/usr/bin/env node
import { createProgram, runProgram } from './program.js'
import { processTerminal } from './terminal/terminal.js'

const terminal = processTerminal()
void runProgram(createProgram(terminal), process.argv.slice(2), terminal).then((code) => {
  process.exitCode = code
})
