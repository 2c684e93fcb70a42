import { describe, expect, it } from 'vitest'
import { sampleText } from '../testing/sample.js'
import { readDelimiters } from './delimiters.js'
import { SourceText } from './source-text.js'
import { X12Error } from './x12-error.js'

function read(text: string) {
  return readDelimiters(new SourceText(text, 'utf-8'), 0)
}

const text = sampleText()

describe('readDelimiters', () => {
  it('reads the delimiters at fixed offsets', () => {
    expect(read(text)).toEqual({ element: '*', component: ':', repetition: '^', segment: '~' })
    const odd = { element: '|', component: '>', repetition: '!', segment: '\n' }
    expect(read(sampleText(undefined, { delimiters: odd }))).toEqual(odd)
  })

  it('returns a repetition separator only from version 00402 on', () => {
    expect(read(text.replace('*^*00501*', '*^*00401*')).repetition).toBeUndefined()
    expect(read(text.replace('*^*00501*', '*^*00402*')).repetition).toBe('^')
    expect(read(text.replace('*^*00501*', '*U*00501*')).repetition).toBeUndefined()
  })

  it.each([
    ['nothing', '', 'no-header', undefined],
    ['no ISA', 'ST*271*0001~', 'no-header', undefined],
    ['a short ISA06', text.replace('EXAMPLEPLAN    ', 'EXAMPLEPLAN'), 'invalid-header', 6],
    ['a long ISA13', text.replace('000000042', '0000000042'), 'invalid-header', 13],
    ['the end within ISA', text.slice(0, 90), 'invalid-header', 13],
    ['a letter as component separator', text.replace('T*:~', 'T*A~'), 'invalid-delimiters', undefined],
    ['one delimiter twice', text.replace('T*:~', 'T*::'), 'invalid-delimiters', undefined],
    ['no terminator', text.slice(0, 105), 'invalid-delimiters', undefined],
  ])('rejects %s', (_, input, code, element) => {
    const error = catchError(() => read(input))
    expect(error).toMatchObject({ code, element })
    expect(error.message).toMatch(/^Expected .+, got .+\(.*byte \d+\)\. Example: ISA\*00/)
  })
})

function catchError(run: () => unknown): X12Error {
  try {
    run()
  } catch (error) {
    if (error instanceof X12Error) return error
    throw error
  }
  throw new Error('nothing was thrown')
}
