import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chatOverWire, refused, type WireScript } from '../../../testing/wire-chat.js'
import { ContextWindow } from './context-window.js'

const look = { id: 'c', model: 'm-1', choices: [{ message: call('look'), finish_reason: 'tool_calls' }] }
const giveUp = { id: 'c', model: 'm-1', choices: [{ message: call('give_up'), finish_reason: 'tool_calls' }] }

function call(name: string) {
  return {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'c1', type: 'function', function: { name, arguments: '{}' } }],
  }
}

/** Rejects requests longer than the given number of characters; otherwise looks once and gives up. */
function refusing(characters: number, status: number, text: string): WireScript {
  return (body) => {
    const sent = JSON.stringify(body)
    if (sent.length > characters) return refused(status, text)
    return sent.includes('"role":"tool"') ? giveUp : look
  }
}

const looked = 'x'.repeat(20_000)

describe('a conversation that no longer fits', () => {
  // Messages of real servers that the code does not contain literally.
  it.each([
    [400, 'Your request exceeded model token limit: 4096'],
    [400, "This model's maximum prompt length is 4096 but the request contains 5378 tokens."],
    [400, 'Prompt exceeds max length'],
    [422, 'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 `inputs` tokens'],
    [400, '<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 4096]'],
    [400, 'The input (5378 tokens) is longer than the permitted 4096.'],
    [400, 'Please reduce the length of the messages or completion. Current length is 5378 while limit is 4096'],
    [400, 'Total tokens of image and text exceed max message tokens. Request id: 0217'],
    [400, 'The number of tokens to keep from the initial prompt is greater than 4096.'],
    [500, 'Requested tokens (5378) exceed what fits, 4096'],
    [400, '输入token数量超过上限'],
    [400, 'prompt tokens too long'],
    [400, 'Request input tokens exceed model token limit. Reduce the input size.'],
    [400, 'E4711'],
    [400, 'Bad Request'],
  ])('ends the trial as a limit of the model: %i %s', async (status, text) => {
    const { ended } = await chatOverWire('local', refusing(10_000, status, text), { looked })
    expect(`${ended.kind}/${ended.reason}`).toBe('limit/context_window')
  })

  it('is detected by its length once the window is known, whatever the provider says', async () => {
    const window = new ContextWindow(4096)
    const { ended, bodies } = await chatOverWire('local', refusing(10_000, 400, 'E4711'), { looked, window })
    expect([ended.reason, bodies.length]).toEqual(['context_window', 2])
    const learning = new ContextWindow()
    await chatOverWire('local', refusing(10_000, 400, 'E4711'), { looked, window: learning })
    const next = await chatOverWire('local', refusing(10_000, 400, 'E4712'), { looked, window: learning })
    expect([next.ended.reason, next.bodies.length]).toEqual(['context_window', 2])
  })
})

describe('a refusal for another reason', () => {
  it.each([
    "Invalid 'tools[0].function.description': string too long. Expected a string with maximum length 3024.",
    'max_tokens is too large: 200000. This model supports at most 16384 completion tokens.',
    'Invalid max_tokens value, the valid range of max_tokens is [1, 8192]',
    'Tool calling is not supported.',
    'Invalid schema for function look: 4096 is not of type string.',
  ])('is not the fault of the model: %s', async (text) => {
    for (const turn of [0, 1]) {
      const { ended } = await chatOverWire('local', (_, now) => (now < turn ? look : refused(400, text)), { looked })
      expect(`${ended.kind}/${ended.reason}`).toBe('infra/bad_request')
    }
  })

  it('is a content filter if the provider says so', async () => {
    const { ended } = await chatOverWire('local', refusing(10_000, 400, 'Content Exists Risk'), { looked })
    expect(`${ended.kind}/${ended.reason}`).toBe('agent/content_filter')
  })

  it('is ignored if it does not occur again', async () => {
    const { ended } = await chatOverWire('local', (_, turn) => [look, refused(400, 'E4711')][turn] ?? giveUp)
    expect(ended.reason).toBe('gave_up')
  })

  it('does not end a conversation that is far from the window', async () => {
    const script: WireScript = (body, turn) =>
      turn === 0 ? look : JSON.stringify(body).length > 10_000 ? refused(400, 'E4711') : giveUp
    const { ended } = await chatOverWire('local', script, { looked, window: new ContextWindow(1_000_000) })
    expect(ended.reason).toBe('bad_request')
  })
})

describe('ContextWindow', () => {
  it('judges by the size of a request, whatever the message', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2000, max: 2_000_000 }),
        fc.string(),
        fc.integer({ min: 50, max: 2000 }),
        (size, said, percent) => {
          const window = new ContextWindow(size)
          const characters = Math.round((size * 4 * percent) / 100)
          fc.pre(!/\d{4}/.test(said))
          const fit = window.judge(characters, said)
          if (percent >= 81) expect(fit).toBe('full')
          if (percent < 49) expect(fit).toBe('fits')
        },
      ),
    )
  })

  it('learns the number of tokens per character, and takes no accepted size for the window', () => {
    const window = new ContextWindow()
    window.accept(10_000, 5000)
    expect(window.estimate(20_000)).toBe(10_000)
    expect(window.judge(20_000, 'limit: 4096 tokens')).toBe('unknown')
    expect(window.judge(20_000, 'limit: 8192 tokens')).toBe('full')
    window.refuse(20_000, 'limit: 8192 tokens')
    expect(window.size).toBe(8192)
  })
})
