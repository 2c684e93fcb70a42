import fc from 'fast-check'
import { expect, it } from 'vitest'
import { jsonText, marks, printable } from './printable.js'
import { createStyle } from './style.js'
import { guardTerminal, type Terminal } from './terminal.js'

/** Characters that a terminal may interpret; `\ufdd0` to `\ufdd8` stand for our own sequences. */
const obeyed = [...'\0\u0007\b\t\r\u001b\u007f\u009b\u009d\u200e\u202a\u202e\u2066\u2069\u2028\ufdd0\ufdd7\ufdd8']
const hostile = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...obeyed, '\u001b[31m', '\u001b]8;;http://x\u0007', '\u001b[2J', '\n', '\ud800'),
    fc.string({ unit: 'binary' }),
  ),
})
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are looked for
const coloring = /\u001b\[(\d+)m/gu
const control = /[^\P{Cc}\n]|\p{Cf}|\p{Zl}|\p{Zp}/u

function remember(isTTY: boolean) {
  const printed = { out: '', err: '' }
  const terminal: Terminal = guardTerminal({
    out: (text) => {
      printed.out += text
    },
    err: (text) => {
      printed.err += text
    },
    isTTY,
    errColumns: isTTY ? 80 : undefined,
    environment: {},
    now: () => 0,
  })
  return { terminal, printed }
}

it('prints no control characters of a text, only the colors and erasures of carebench', () => {
  fc.assert(
    fc.property(hostile, fc.boolean(), (text, isTTY) => {
      const { terminal, printed } = remember(isTTY)
      terminal.out(`${createStyle(terminal).red(printable(text))}\n`)
      terminal.err(`${printable(text)}: x`)
      expect([...printed.out.matchAll(coloring)].map(([, code]) => code)).toEqual(isTTY ? ['31', '39'] : [])
      const inner = printed.out.slice(0, -1).replaceAll(coloring, '')
      expect(inner).toBe(printable(text))
      expect(inner).not.toMatch(control)
      expect(printed.err).not.toMatch(control)
    }),
  )
})

it('keeps the lines of an unfiltered text, and only the colors of carebench', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const { terminal, printed } = remember(true)
      terminal.out(`: ${text}`)
      terminal.err(`: ${text}`)
      for (const shown of [printed.out, printed.err]) {
        expect(shown.replaceAll(coloring, '')).not.toMatch(control)
        expect(shown.match(coloring)?.length ?? 0).toBe(text.match(/[\ufdd0-\ufdd6]/g)?.length ?? 0)
        expect(shown.split('\n').length).toBe(text.split('\n').length)
      }
    }),
  )
})

it('erases lines only with a text of its own', () => {
  const { terminal, printed } = remember(true)
  terminal.err(marks.eraseLine)
  terminal.err(marks.eraseLineAbove.repeat(3))
  expect(printed.err).toBe('\r\u001b[2K\r\u001b[3A\u001b[0J')
})

it('writes an equal value as JSON, without characters that a terminal interprets', () => {
  fc.assert(
    fc.property(
      fc.dictionary(hostile, fc.oneof(hostile, fc.jsonValue())),
      fc.constantFrom(undefined, 2),
      (value, indent) => {
        const text = jsonText(value, indent)
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
        expect(text).not.toMatch(control)
        const { terminal, printed } = remember(true)
        terminal.out(text)
        expect(printed.out).toBe(text)
      },
    ),
  )
})
