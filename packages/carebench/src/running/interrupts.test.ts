import { expect, it, onTestFinished } from 'vitest'
import { explainInterrupts, listenForInterrupts } from './interrupts.js'

it.each([
  ['SIGINT', [true, false]],
  ['SIGTERM', [true, true]],
] as const)('lets trials finish after one SIGINT, and cancels them after one urgent SIGTERM: %s', (signal, aborted) => {
  const interrupts = listenForInterrupts(['SIGTERM'])
  onTestFinished(interrupts.forget)
  process.emit(signal, signal)
  expect([interrupts.first.aborted, interrupts.second.aborted]).toEqual(aborted)
})

it.each([
  ['SIGINT', ['No further trial starts']],
  ['SIGTERM', ['The running trials are ']],
] as const)('explains only the effect of %s', async (signal, expected) => {
  const { first: drain, second: stop, forget } = listenForInterrupts(['SIGTERM'])
  onTestFinished(forget)
  const said: string[] = []
  onTestFinished(explainInterrupts({ drain, stop }, (text) => said.push(text.slice(0, 23))))
  process.emit(signal, signal)
  await Promise.resolve()
  expect(said).toEqual(expected)
})

it('prints no warning when many trials listen', async () => {
  const warnings: unknown[] = []
  const note = (warning: unknown) => warnings.push(warning)
  process.on('warning', note)
  const interrupts = listenForInterrupts()
  for (let trial = 0; trial < 32; trial++) {
    interrupts.first.addEventListener('abort', () => undefined)
    interrupts.second.addEventListener('abort', () => undefined)
  }
  await new Promise((resolve) => setImmediate(resolve))
  process.off('warning', note)
  interrupts.forget()
  expect(warnings).toEqual([])
})
