import { expect, it } from 'vitest'
import { splitCommand } from './command-words.js'

it.each([
  ['python3 agent.py', ['python3', 'agent.py']],
  ['  a\tb\n', ['a', 'b']],
  [`sh -c 'echo "$1"' '' x`, ['sh', '-c', 'echo "$1"', '', 'x']],
  [`a"b c"'d e'`, ['ab cd e']],
  ['"say \\"hi\\" \\n" a\\ b', ['say "hi" \\n', 'a b']],
])('splits %s', (text, words) => {
  expect(splitCommand(text)).toEqual(words)
})

it.each([
  ['a "b', 'Expected a closing " in the command a "b.'],
  ['', 'Expected a command'],
  ['  ', 'Expected a command'],
])('refuses %s', (text, message) => {
  expect(() => splitCommand(text)).toThrow(message)
})
