/// <reference types="node" />
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { buildAck } from './acknowledge.js'
import { encodeMessage, parseMessage } from './message.js'
import { checkStructure } from './structure/check.js'

const data = process.env.CAREBENCH_DATA ?? fileURLToPath(new URL('../../../../shared/data', import.meta.url))
const folder = `${data}/hl7v2`
const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.hl7')) : []

describe('messages of other systems', () => {
  if (files.length === 0) it.skip('are not here: CAREBENCH_DATA names no folder with hl7v2/*.hl7')

  it.each(files)('%s is read, written byte for byte, checked and acknowledged', (name) => {
    const bytes = new Uint8Array(readFileSync(`${folder}/${name}`))
    const message = parseMessage(bytes)
    expect(Array.from(encodeMessage(message))).toEqual(Array.from(bytes))
    expect(message.messageType).toMatch(/^(ADT\^A01|ORU\^R01)$/)
    expect(message.read('PID-5.1')).toBeTypeOf('string')
    expect(checkStructure(message).every((issue) => issue.message.startsWith('Expected'))).toBe(true)
    const ack = buildAck(message, { code: 'AA', controlId: '1', at: 0 })
    expect([ack.read('MSA-2'), ack.version]).toEqual([message.controlId, message.version])
  })
})
