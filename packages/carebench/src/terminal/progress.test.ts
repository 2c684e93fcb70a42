import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { marks } from './printable.js'
import { type ProgressOptions, showProgress } from './progress.js'
import type { Terminal } from './terminal.js'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const erase = marks.eraseLine

/** A terminal that records its output, with the time of the fake timers. */
function remember(errColumns: number | undefined) {
  const printed: string[] = []
  const terminal: Terminal = {
    out: () => expect.unreachable(),
    err: (text) => void printed.push(text),
    isTTY: true,
    errColumns,
    environment: {},
    now: () => Date.now(),
  }
  return { terminal, printed }
}

function pass(milliseconds: number) {
  return vi.advanceTimersByTime(milliseconds)
}

describe('on a screen', () => {
  /** The content of the line after each change, and the final content of the screen. */
  function makeScreen(printed: readonly string[]) {
    return printed.join('').split(erase)
  }

  it('overwrites one line, and removes it at the end', async () => {
    const { terminal, printed } = remember(80)
    const answer = await showProgress(terminal, {}, (progress) => {
      progress.step('Reading', { number: 1, total: 2 })
      progress.detail('record.json')
      progress.step('Judging', { number: 2, total: 2 })
      return 7
    })
    expect(answer).toBe(7)
    expect(makeScreen(printed)).toEqual(['1/2 Reading', '1/2 Reading: record.json', '2/2 Judging', ''])
    pass(60_000)
    expect(makeScreen(printed).at(-1)).toBe('')
  })

  it('shows the elapsed time while nothing else happens', async () => {
    const { terminal, printed } = remember(80)
    await showProgress(terminal, {}, (progress) => {
      progress.step('Auditing')
      pass(62_000)
      expect(makeScreen(printed)).toEqual(expect.arrayContaining(['Auditing', 'Auditing  1 s', 'Auditing  59 s']))
      expect(makeScreen(printed).at(-1)).toBe('Auditing  1 min 2 s')
    })
  })

  it('writes nothing while the line does not change', async () => {
    const { terminal, printed } = remember(80)
    await showProgress(terminal, {}, (progress) => {
      progress.step('Auditing')
      progress.step('Auditing')
      pass(2900)
      expect(makeScreen(printed)).toEqual(['Auditing', 'Auditing  1 s', 'Auditing  2 s'])
    })
  })

  it('never fills the line, and prints no control characters', async () => {
    const { terminal, printed } = remember(20)
    await showProgress(terminal, {}, (progress) => {
      progress.step('A step whose name is very long')
      pass(1000)
      progress.step('a\u001b[2Jb\n')
    })
    const shown = makeScreen(printed)
    expect(shown).toContain('A step whose …  1 s')
    expect(Math.max(...shown.map((line) => line.length))).toBeLessThan(20)
    expect(shown.at(-2)).toBe('a\ufffd[2Jb\ufffd  1 s')
  })

  it('keeps notes, makes room for output, and clears the line when the work throws', async () => {
    const { terminal, printed } = remember(80)
    const work = showProgress(terminal, {}, (progress) => {
      progress.step('Publishing')
      progress.note('warning: no solution')
      expect(makeScreen(printed)).toEqual(['Publishing', 'warning: no solution\nPublishing'])
      progress.clear()
      pass(5000)
      expect(makeScreen(printed).at(-1)).toBe('')
      progress.step('Waiting')
      throw new Error('broken')
    })
    await expect(work).rejects.toThrow('broken')
    expect(makeScreen(printed).at(-1)).toBe('')
  })
})

describe('where lines are permanent', () => {
  const linesOf = (printed: readonly string[]) => printed.join('').split('\n').slice(0, -1)

  it('shows nothing of work that takes less than a second', async () => {
    const { terminal, printed } = remember(undefined)
    await showProgress(terminal, {}, (progress) => {
      progress.step('Reading')
      pass(900)
      progress.step('Judging')
    })
    pass(60_000)
    expect(printed).toEqual([])
  })

  it('shows each step once after the first second, without the steps before it', async () => {
    const { terminal, printed } = remember(undefined)
    await showProgress(terminal, {}, (progress) => {
      progress.step('Reading')
      progress.step('Judging')
      progress.detail('the first')
      pass(3000)
      progress.step('Judging')
      progress.detail('the second')
      progress.step('Writing', { number: 1, total: 1 })
    })
    expect(linesOf(printed)).toEqual(['Judging …  1 s', 'Writing …  3 s'])
  })

  it('shows steps at once if the work is known to be long, and repeats a step that continues', async () => {
    const { terminal, printed } = remember(undefined)
    await showProgress(terminal, { lasting: true }, (progress) => {
      progress.step('Auditing')
      expect(linesOf(printed)).toEqual(['Auditing …'])
      pass(25_000)
      progress.note('warning')
      progress.clear()
      pass(25_000)
    })
    expect(linesOf(printed)).toEqual(['Auditing …', 'Auditing …  10 s', 'Auditing …  20 s', 'warning'])
    expect(printed.join('')).not.toContain('\u001b')
  })
})

it.each<ProgressOptions>([{ quiet: true }, { quiet: true, lasting: true }])(
  'shows nothing to a machine, with %j',
  async (options) => {
    for (const columns of [80, undefined]) {
      const { terminal, printed } = remember(columns)
      await showProgress(terminal, options, (progress) => {
        progress.step('Auditing')
        progress.detail('one')
        progress.note('note')
        pass(30_000)
        progress.clear()
      })
      expect(printed).toEqual([])
    }
  },
)
