import { expect, it } from 'vitest'
import { understandAnswer } from './patient-call.js'

it.each([
  ['Yes, Tuesday is fine.', 'agrees'],
  ['All right, I can do that. I will be there.', 'agrees'],
  ['I have decided against it.', 'declines'],
  ['No, thank you. I do not want this test.', 'declines'],
  ['That is not possible, I am away. From Monday, March 16 on I have time.', { from: '2026-03-16' }],
  ['Sorry, I am back on the 18th of March.', { from: '2026-03-18' }],
  ['Fine, but only after March 31.', { from: '2026-04-01' }],
  ['I am afraid I cannot make that.', 'refuses'],
  ['Pardon? Who is calling?', undefined],
] as const)('understands "%s"', (said, answer) => expect(understandAnswer(said, '2026')).toEqual(answer))
