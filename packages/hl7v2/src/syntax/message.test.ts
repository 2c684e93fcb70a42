/// <reference types="node" />
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { parseBatch } from '../building/batch.js'
import { Hl7Error } from './error.js'
import { encodeMessage, parseHeader, parseMessage, readValue, serializeMessage } from './message.js'
import { compilePath } from './path.js'

const oru = [
  'MSH|^~\\&|LAB|CLINIC|EHR|CLINIC|20260105090000||ORU^R01^ORU_R01|42|P|2.5.1',
  'PID|1||12345^^^CLINIC^MR~999^^^STATE^SS||DOE^JANE&Q||19800202|F||""||^^^|',
  'OBX|1|NM|718-7^Hemoglobin^LN||13.5|g/dL',
  'OBX|2|TX|8251-1^Comment^LN||a \\T\\ b\\.br\\c^raw \\T\\ here',
].join('\r')

function refusal(input: string | Uint8Array): Hl7Error {
  try {
    parseMessage(input)
  } catch (error) {
    if (error instanceof Hl7Error) return error
    throw error
  }
  throw new Error('It was taken.')
}

describe('readValue', () => {
  const message = parseMessage(oru)
  it.each([
    ['PID-5.1', 'DOE'],
    ['PID.5.1', 'DOE'],
    ['PID-5', 'DOE^JANE&Q'],
    ['PID-5.2', 'JANE&Q'],
    ['PID-5.2.2', 'Q'],
    ['PID-5.2.3', undefined],
    ['PID-3', '12345^^^CLINIC^MR'],
    ['PID-3[2].1', '999'],
    ['PID[1].3[2].5.1', 'SS'],
    ['PID-3[3]', undefined],
    ['PID[2].3', undefined],
    ['PID-8', 'F'],
    ['PID-8.1', 'F'],
    ['PID-8.1.1', 'F'],
    ['PID-8.2', undefined],
    ['PID-8.1.2', undefined],
    ['PID-9', undefined],
    ['PID-10', null],
    ['PID-10.1', null],
    ['PID-12', undefined],
    ['PID-13', undefined],
    ['PID-99', undefined],
    ['OBX[2].1', '2'],
    ['OBX[3.1=718-7].5', '13.5'],
    ['OBX[3.1=718-7]-5', '13.5'],
    ['OBX[3.1=nothing].5', undefined],
    ['PID[10=""].8', 'F'],
    ['OBX[2].5', 'a \\T\\ b\\.br\\c^raw \\T\\ here'],
    ['OBX[2].5.1', 'a & b\\.br\\c'],
    ['OBX[5=13.5]', 'OBX|1|NM|718-7^Hemoglobin^LN||13.5|g/dL'],
    ['MSH.1', '|'],
    ['MSH-1.1', '|'],
    ['MSH.2', '^~\\&'],
    ['MSH.2.1', '^~\\&'],
    ['MSH.2.2', undefined],
    ['MSH.2[2]', undefined],
    ['MSH-3', 'LAB'],
    ['MSH-9.3', 'ORU_R01'],
    ['ZZZ-1', undefined],
  ])('reads %s [paths.hl7, paths.hl7-by-value, paths.hl7-empty]', (path, value) =>
    expect(readValue(message, path)).toBe(value),
  )

  it('reads type, control id and version', () => {
    expect([message.messageType, message.controlId, message.version]).toEqual(['ORU^R01', '42', '2.5.1'])
  })

  it('counts fields and repetitions', () => {
    const pid = message.segments('PID')[0]
    expect([pid?.fieldCount, pid?.repetitionCount(3), pid?.repetitionCount(9), pid?.repetitionCount(5)]).toEqual([
      13, 2, 0, 1,
    ])
    expect([message.segment(1)?.fieldCount, message.segment(1)?.repetitionCount(2), message.segment(5)]).toEqual([
      12,
      1,
      undefined,
    ])
  })

  it('reads every repetition as it reads each, also beyond those that a path can number', () => {
    const pid = message.segments('PID')[0]
    for (const field of [1, 3, 5, 8, 9, 10, 11, 12]) {
      for (const inside of ['', '.1', '.2', '.5', '.2.1']) {
        const each = Array.from({ length: pid?.repetitionCount(field) ?? 0 }, (_, index) =>
          pid?.read(`${field}[${index + 1}]${inside}`),
        )
        expect(pid?.readRepetitions(`${field}${inside}`)).toEqual(each)
      }
    }
    expect(message.segment(1)?.readRepetitions('2')).toEqual(['^~\\&'])
    const long = parseMessage(`MSH|^~\\&|\rPID|1||${'7^^^H~'.repeat(120_000)}`).segment(2)
    expect(long?.readRepetitions('3.1').filter((id) => id === '7')).toHaveLength(120_000)
  })

  it('counts segments from 1, the header first', () => {
    const names = [0, 1, 2, 3, 4, 5].map((position) => message.segment(position)?.name)
    expect(names).toEqual([undefined, 'MSH', 'PID', 'OBX', 'OBX', undefined])
    expect(message.segments().map(({ position }) => position)).toEqual([1, 2, 3, 4])
    expect(message.segment(4)?.position).toBe(4)
    expect(['OBX[2]', 'MSH', 'ZZZ'].map((path) => message.find(compilePath(path)))).toEqual([4, 1, 0])
    const { start, end } = message.range(2)
    expect(message.text.slice(start, end)).toBe(message.read('PID'))
  })

  it('returns undefined for a delimiter that is not declared', () => {
    expect(parseMessage('MSH|^~|').delimiters).toStrictEqual({
      field: '|',
      component: '^',
      repetition: '~',
      escape: undefined,
      subcomponent: undefined,
      truncation: undefined,
    })
  })

  it('uses the delimiters declared in the header', () => {
    const odd = parseMessage('MSH$*@!%$LAB\rPID$1$$a*b%c@d!S!')
    expect(['PID-3.2.2', 'PID-3[2]', 'MSH-1', 'MSH-2', 'MSH-3'].map((path) => odd.read(path))).toEqual([
      'c',
      'd*',
      '$',
      '*@!%',
      'LAB',
    ])
  })
})

describe('parseMessage', () => {
  it.each(['\r', '\n', '\r\n', '\n\n', '\r \r'])('accepts the line end %j', (lineEnd) => {
    const text = oru.replaceAll('\r', lineEnd)
    const message = parseMessage(text)
    expect([message.segmentCount, message.read('OBX[2].1'), message.text]).toEqual([4, '2', text])
  })

  it('accepts an MLLP frame, a byte order mark and white space before the header', () => {
    expect(parseMessage(`\v${oru}\r\x1c\r`).text).toBe(`${oru}\r`)
    expect(parseMessage(`\uFEFF\r\n ${oru}`).read('PID-5.1')).toBe('DOE')
    expect(parseMessage(new TextEncoder().encode(`\uFEFF${oru}`)).read('PID-5.1')).toBe('DOE')
  })

  it.each([
    ['', 'empty', 0],
    ['\r\n', 'empty', 0],
    ['PID|1', 'no-header', 0],
    ['  hello', 'no-header', 2],
    ['MSH', 'invalid-delimiters', 3],
    ['MSH|', 'invalid-delimiters', 4],
    ['MSH|^^~\\|', 'invalid-delimiters', 4],
    ['MSH|^~\\&|é\rpid|1', 'invalid-segment', 12],
    ['\vMSH|^~\\&\rPID^1', 'invalid-segment', 10],
    ['MSH|^~\\&\rMSH|^~\\&', 'several-messages', 9],
    ['BHS|^~\\&\rMSH|^~\\&', 'several-messages', 0],
  ])('rejects %j', (input, code, offset) => {
    for (const error of [refusal(input), refusal(new TextEncoder().encode(input))]) {
      expect([error.code, error.offset]).toEqual([code, offset])
      expect(error.example).toBeTruthy()
      expect(error.message).toMatch(/^Expected .* got .* \((?:[A-Z]{3}-\d+, )?byte \d+\)\. Example: /)
    }
  })

  it('reads bytes in the character set of MSH-18', () => {
    const latin = parseMessage(Uint8Array.from('MSH|^~\\&||||||||||||||||8859/1\rPID|\xe9', (one) => one.charCodeAt(0)))
    expect([latin.charset, latin.read('PID-1')]).toEqual(['iso-8859-1', 'é'])
    expect(encodeMessage(latin).at(-1)).toBe(0xe9)
    expect(refusal(Uint8Array.from('MSH|^~\\&\rPID|\xe9|', (one) => one.charCodeAt(0)))).toMatchObject({
      code: 'invalid-encoding',
      offset: 13,
    })
  })

  it('names an unsupported character set, which it reads only if the bytes are UTF-8', () => {
    const bytes = (declared: string, value: string) =>
      Uint8Array.from(`MSH|^~\\&||||||||||||||||${declared}\rPID|${value}`, (one) => one.charCodeAt(0))
    const named = (declared: string, value: string) => String(refusal(bytes(declared, value))?.message)
    expect(named('WINDOWS-1252', '\xe9|')).toContain('the character set "WINDOWS-1252" of MSH-18 is not supported')
    expect(named('8859/15', '\xe9|')).toContain('"8859/15"')
    expect(named('ISO IR87', '\x1b$B;3ED\x1b(B')).toContain('an escape (1B); the character set "ISO IR87" of MSH-18')
    for (const declared of ['', 'UNICODE UTF-8', 'UTF-8', 'ASCII']) {
      expect(named(declared, '\xe9|')).toMatch(/got a byte sequence that is not UTF-8 /)
    }
    for (const declared of ['WINDOWS-1252', 'UNICODE UTF-8']) {
      expect(parseMessage(bytes(declared, '\xc3\xa9')).read('PID-1')).toBe('é')
    }
    expect(() => parseBatch(bytes('GB 18030-2000', '\xce\xd2'))).toThrow('"GB 18030-2000"')
  })

  it('parses the header of a message that is malformed further on', () => {
    const broken = 'MSH|^~\\&|A|B|||||ADT^A01|é7|P|2.5\r???'
    for (const input of [broken, new TextEncoder().encode(`\v${broken}`)]) {
      expect(parseHeader(input)?.controlId).toBe('é7')
    }
    expect([parseHeader('PID|'), parseHeader(''), parseHeader('MSH')]).toEqual([undefined, undefined, undefined])
  })
})

describe('any input', () => {
  /** Returns the input without its MLLP frame. */
  const unframed = (input: string) => {
    const opened = input.startsWith('\v') ? input.slice(1) : input
    const closing = opened.replace(/[\r\n]+$/, '')
    return closing.endsWith('\u001c') ? closing.slice(0, -1) : opened
  }
  const latin1 = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  const numRuns = 30 * inject('scale')

  it('is reproduced byte for byte, or throws an Hl7Error', () => {
    const check = (input: string | Uint8Array) => {
      try {
        const message = parseMessage(input)
        if (typeof input === 'string') expect(serializeMessage(message)).toBe(unframed(input))
        else expect(latin1(encodeMessage(message))).toBe(unframed(latin1(input)))
        for (const path of ['PID-5.1', 'MSH-18', 'OBX[3.1=718-7].5', 'OBX[2].5.1.2']) message.read(path)
      } catch (error) {
        if (!(error instanceof Hl7Error)) throw error
        expect(error.offset).toBeGreaterThanOrEqual(0)
      }
    }
    fc.assert(fc.property(fc.string({ unit: 'binary' }), check), { numRuns })
    fc.assert(fc.property(fc.uint8Array(), check), { numRuns })
    fc.assert(
      fc.property(fc.nat(oru.length), fc.nat(9), fc.string({ unit: 'binary', maxLength: 6 }), (at, cut, put) => {
        const mutated = oru.slice(0, at) + put + oru.slice(at + cut)
        check(mutated)
        check(new TextEncoder().encode(mutated))
      }),
      { numRuns },
    )
    fc.assert(
      fc.property(fc.nat(oru.length - 1), fc.nat(255), (at, byte) => {
        const bytes = new TextEncoder().encode(oru)
        bytes[at] = byte
        check(bytes)
      }),
      { numRuns },
    )
  })

  it.each(['A', '|', '^', '~', '\\', '&', '\r', '\n', ' \r', 'ZZZ\r', 'OBX|^\r', 'é', '\u000b', '\\X41'])(
    'is read or rejected if it repeats %j',
    (unit) => {
      const repeated = unit.repeat(262_144 / unit.length)
      const text = `${oru}\r${repeated}`
      for (const input of [text, `MSH|^~\\&|${repeated}`, repeated, new TextEncoder().encode(text)]) {
        try {
          const message = parseMessage(input)
          for (const path of ['ZZZ[9999].9', 'OBX[3.1=718-7].5', 'OBX[5.2=none].1', 'MSH-3', 'PID-99999[9].9.9'])
            message.read(path)
        } catch (error) {
          expect(error).toBeInstanceOf(Hl7Error)
        }
      }
    },
  )
})

describe('characters', () => {
  it('are not lost: encoding half of a surrogate pair throws', () => {
    const message = parseMessage('MSH|^~\\&|\u00e9\ud83d|')
    expect(() => encodeMessage(message)).toThrow(expect.objectContaining({ code: 'invalid-encoding', offset: 11 }))
  })

  it('are read in the set that a header far into the input names', () => {
    const header = `MSH|^~\\&|${'A'.repeat(70_000)}${'|'.repeat(15)}8859/1`
    const bytes = new TextEncoder().encode(`${header}\rPID|\u00e9`)
    const message = parseMessage(bytes)
    expect([message.charset, message.read('PID-1')]).toEqual(['iso-8859-1', '\u00c3\u00a9'])
    expect(encodeMessage(message)).toEqual(bytes)
  })

  it('beyond ASCII never form a segment name', () => {
    expect(parseMessage('MSH|^~\\&\rPID|1').segments('\0\u5049D')).toEqual([])
  })
})
