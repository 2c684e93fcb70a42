#!/usr/bin/env node
import { createProgram, runProgram } from './program.js'

void runProgram(createProgram(), process.argv).then((code) => {
  process.exitCode = code
})
