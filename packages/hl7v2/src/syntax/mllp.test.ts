import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFrameReader, type Frame, frameMessage, stripFrame } from './mllp.js'

function bytes(text: string) {
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

function show(frames: readonly Frame[]) {
  return frames.map((frame) =>
    frame.kind === 'message' ? String.fromCharCode(...frame.bytes) : `${frame.error.code} ${frame.error.offset}`,
  )
}

describe('stripFrame', () => {
  it.each([
    ['\vA\x1c\r', 'A'],
    ['\vA\r\x1c\r\n', 'A\r'],
    ['\vA', 'A'],
    ['A\x1c', 'A'],
    ['A\r', 'A\r'],
    ['\v', ''],
    ['\v\x1c\r', ''],
    ['', ''],
  ])('converts %j to %j', (framed, text) => expect(stripFrame(framed)).toBe(text))
})

describe('createFrameReader', () => {
  it.each([
    ['\vA\x1c\r\vB\x1c\r', ['A', 'B']],
    ['\r\n\vA\x1c\r\n', ['A']],
    ['\0\vA\x1c\r\0\0 \t\vB\x1c\r\0', ['A', 'B']],
    ['\v\0A\x1c\r', ['\0A']],
    ['x\vA\x1c\r', ['invalid-frame 0', 'A']],
    ['\vA\vB\x1c\r', ['invalid-frame 2', 'B']],
    ['\vA\x1cB\r\vC\x1c\r', ['invalid-frame 3', 'C']],
    ['\vtoo long a message\x1c\r\vC\x1c\r', ['too-large 1', 'C']],
    ['\v\x1c\r', ['']],
  ])('splits %j', (stream, frames) =>
    expect(show(createFrameReader({ maxBytes: 8 }).push(bytes(stream)))).toEqual(frames),
  )

  it.each([
    ['x', 'Expected the start of block 0B, got 78 (byte 0).'],
    ['\vA\x1cB', 'Expected 0D after the end of block 1C, got 42 (byte 3).'],
    ['\vA\v', 'Expected the end of block 1C 0D, got the next start of block 0B (byte 2).'],
    ['\vA', 'Expected the end of block 1C 0D, got the end of the stream (byte 2).'],
    ['\vtoo long a message', 'Expected a message of at most 8 bytes, got more (byte 1).'],
  ])('reports for %j what was expected and what was received', (stream, said) => {
    const reader = createFrameReader({ maxBytes: 8 })
    const [frame] = [...reader.push(bytes(stream)), ...reader.end()]
    expect(frame?.kind === 'error' && frame.error.message).toBe(`${said} Example: <0B>MSH|^~\\&|...<0D><1C><0D>`)
  })

  it('reports whether it is inside a block, wherever the pieces are cut', () => {
    const reader = createFrameReader({ maxBytes: 8 })
    const inside = (stream: string) =>
      [...stream].map((byte) => {
        reader.push(bytes(byte))
        return reader.isInside ? 1 : 0
      })
    expect(inside('\r\vA\x1c\r\n')).toEqual([0, 1, 1, 1, 0, 0])
    expect(inside('x\vA\vB\x1c\r')).toEqual([0, 1, 1, 1, 1, 1, 0])
    expect(inside('\vA\x1cB\r')).toEqual([1, 1, 1, 0, 0])
    expect(inside('\v123456789')).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 0])
    reader.push(bytes('\vA'))
    reader.end()
    expect(reader.isInside).toBe(false)
  })

  it('reports an unfinished block at the end, and nothing else', () => {
    const reader = createFrameReader()
    expect(show(reader.push(bytes('\vA')))).toEqual([])
    expect(show(reader.end())).toEqual(['invalid-frame 2'])
    expect(show(reader.end())).toEqual([])
    expect(show(reader.push(bytes('\vB\x1c\r')))).toEqual(['B'])
  })

  it.each([Number.NaN, -1, 0, 1.5, Number.NEGATIVE_INFINITY])('rejects the limit %d', (maxBytes) => {
    expect(() => createFrameReader({ maxBytes })).toThrow(
      `Expected maxBytes as a whole number from 1, got ${maxBytes}. Example: 1000000`,
    )
  })

  it('accepts an unlimited size', () =>
    expect(show(createFrameReader({ maxBytes: Number.POSITIVE_INFINITY }).push(bytes('\vA\x1c\r')))).toEqual(['A']))

  it('is the inverse of frameMessage, for pieces of any size', () => {
    const message = fc.uint8Array().map((all) => all.filter((byte) => byte !== 0x0b && byte !== 0x1c))
    fc.assert(
      fc.property(fc.array(message), fc.integer({ min: 1, max: 9 }), (messages, size) => {
        const stream = Uint8Array.from(messages.flatMap((one) => [...frameMessage(one)]))
        const reader = createFrameReader()
        const frames: Frame[] = []
        for (let at = 0; at < stream.length; at += size) frames.push(...reader.push(stream.subarray(at, at + size)))
        frames.push(...reader.end())
        expect(frames).toEqual(messages.map((one) => ({ kind: 'message', bytes: one })))
      }),
    )
  })

  it('accepts any bytes, and does not depend on how they are split', () => {
    const byte = fc.constantFrom(0x0b, 0x1c, 0x0d, 0x0a, 0x41)
    fc.assert(
      fc.property(fc.array(byte, { maxLength: 60 }), (all) => {
        const whole = createFrameReader({ maxBytes: 100 })
        const single = createFrameReader({ maxBytes: 100 })
        const frames = [...all.flatMap((one) => single.push(Uint8Array.of(one))), ...single.end()]
        expect(show([...whole.push(Uint8Array.from(all)), ...whole.end()])).toEqual(show(frames))
      }),
    )
  })
})

describe('frameMessage', () => {
  it('rejects a message with frame bytes', () =>
    expect(() => frameMessage(bytes('A\x1c'))).toThrow(
      'Expected a message without the frame bytes 0B and 1C, which are escaped as \\X0B\\ and \\X1C\\, got 1C ' +
        '(byte 1).',
    ))
})

describe('a stream of errors', () => {
  it('reports no second error within 64 bytes, and every one beyond', () => {
    const noise = (size: number) => createFrameReader().push(new Uint8Array(size).fill(0x0b))
    expect(show(noise(130))).toEqual(['invalid-frame 1', 'invalid-frame 65', 'invalid-frame 129'])
    expect(noise(64_000).length).toBe(1000)
    const reader = createFrameReader({ maxBytes: 8 })
    const long = bytes(`\v${'A'.repeat(80)}\x1c\r`)
    expect(show([...reader.push(long), ...reader.push(long)])).toEqual(['too-large 1', 'too-large 84'])
  })

  it('does not hide a message behind errors', () => {
    const reader = createFrameReader()
    expect(show(reader.push(bytes('x\vA\x1cy\v\vB\x1c\r')))).toEqual(['invalid-frame 0', 'B'])
    expect(show(reader.push(bytes('\vC')))).toEqual([])
    expect(show(reader.end())).toEqual(['invalid-frame 12'])
  })
})
