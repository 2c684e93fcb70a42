import { describe, expect, it } from 'vitest'
import { buildAck } from './building/acknowledge.js'
import { buildBatch, checkBatch, parseBatch, serializeBatch } from './building/batch.js'
import { buildMessage, type SegmentValue } from './building/build.js'
import { setValue } from './building/set.js'
import { checkStructure } from './structure/check.js'
import type { Issue } from './syntax/issue.js'
import { encodeMessage, parseHeader, parseMessage, readValue } from './syntax/message.js'
import { createFrameReader, frameMessage, stripFrame } from './syntax/mllp.js'

// It takes 12 s: 150,000 segments, a hundred times more than any message.

/** More than the maximum number of arguments in a call. */
const count = 150_000
const header = 'MSH|^~\\&|A|B|C|D|20260105||ADT^A01|1|P|2.3'
function of(line: string) {
  return `${header}\r${`${line}\r`.repeat(count)}`
}

const options = { code: 'AE', controlId: '1', at: 0 } as const

describe('150,000 segments', () => {
  it('are parsed, read, set, built and written', () => {
    const segments: SegmentValue[] = [['MSH', { 9: 'ACK' }]]
    for (let number = 1; number <= count; number++) segments.push(['NTE', { 1: number }])
    const message = buildMessage(segments)
    expect(message.segmentCount).toBe(count + 1)
    expect(message.segments('NTE')).toHaveLength(count)
    expect(message.segment(count + 1)?.read('1')).toBe(String(count))
    expect(readValue(message, 'NTE[99999].1')).toBe('99999')
    expect(readValue(message, `NTE[1=${count}].1`)).toBe(String(count))
    expect(setValue(message, `NTE[1=${count}].2`, 'x').text).toBe(`${message.text.slice(0, -1)}|x\r`)
    expect(parseHeader(message.text)?.segmentCount).toBe(1)
    const [frame] = createFrameReader().push(frameMessage(encodeMessage(message)))
    expect(frame?.kind === 'message' && parseMessage(frame.bytes).text === message.text).toBe(true)
    expect(stripFrame(`\v${message.text}\x1c\r`)).toHaveLength(message.text.length)
  })

  it.each(['EVN|x|x', 'OBR', 'PID', 'OBX|x|NM||x', 'PR1'])('of %s are checked and reported', (line) => {
    const message = parseMessage(of(line))
    const issues = checkStructure(message)
    expect(issues.length).toBeGreaterThan(0)
    expect(issues.length).toBeLessThanOrEqual(1000)
    expect(buildAck(message, { ...options, issues }).read('MSA-1')).toBe('AE')
  })

  it('are rejected with as many issues in an acknowledgment of any version', () => {
    const issue: Issue = { code: 100, segment: 'PID', occurrence: 1, message: 'Missing.' }
    const issues = Array.from({ length: count }, () => issue)
    const early = buildAck(parseMessage(header), { ...options, issues })
    expect([early.segmentCount, early.segment(3)?.repetitionCount(1)]).toEqual([3, count])
    expect(buildAck(undefined, { ...options, issues }).segmentCount).toBe(count + 2)
  })

  it('are accepted if each is a message or a batch, and rejected if it is not a segment', () => {
    const small = 'MSH|^~\\&|A'
    const many = parseBatch(`${small}\r`.repeat(count))
    expect(many.groups[0]?.messages).toHaveLength(count)
    const built = buildBatch({ groups: [{ messages: many.groups.flatMap((group) => group.messages) }] })
    expect([checkBatch(built), serializeBatch(built).length]).toEqual([[], built.text.length])
    expect(checkBatch(parseBatch('BHS|^~\\&\rBTS|1\r'.repeat(count)))).toHaveLength(count)
    expect(() => parseMessage(`${header}\r${'pid\r'.repeat(count)}`)).toThrow('segment 2')
    expect(parseMessage(`${header}|${'~&^'.repeat(count)}`).read('MSH-13')).toBeUndefined()
  })
})
