/// <reference types="node" />
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { buildAck } from './building/acknowledge.js'
import { checkStructure } from './structure/check.js'
import { issuePath } from './syntax/issue.js'
import { encodeMessage, parseMessage } from './syntax/message.js'

const data = process.env.CAREBENCH_DATA ?? fileURLToPath(new URL('../../../../shared/data', import.meta.url))
const folder = `${data}/hl7v2`

/** The contents of each file, determined by eye: type, control id, version, last name, and issues. */
const known: Record<string, [string, string, string, string, string[]]> = {
  'ORU-multiline-short.hl7': ['ORU^R01', 'MSGID00231', '2.6', 'Patient', ['101 OBX-3', '101 OBX[2]-3', '101 OBX[3]-3']],
  'sample_unix.hl7': ['ADT^A01', '102', '2.6', 'DOE', ['100 PRB']],
  'sample_win.hl7': ['ADT^A01', '102', '2.6', 'DOE', ['100 PRB']],
}

const hasData = Object.keys(known).every((name) => existsSync(`${folder}/${name}`))
const title = hasData
  ? 'messages of other systems'
  : 'messages of other systems (skipped: no data; set CAREBENCH_DATA to a folder with hl7v2/sample_unix.hl7)'

describe.skipIf(!hasData)(title, () => {
  it.each(Object.entries(known))('%s is read, written byte for byte, checked and acknowledged', (name, says) => {
    const bytes = new Uint8Array(readFileSync(`${folder}/${name}`))
    const message = parseMessage(bytes)
    expect(Array.from(encodeMessage(message))).toEqual(Array.from(bytes))
    const issues = checkStructure(message).map((issue) => `${issue.code} ${issuePath(issue)}`)
    const { messageType, controlId, version } = message
    expect([messageType, controlId, version, message.read('PID-5.1'), issues]).toEqual(says)
    const ack = buildAck(message, { code: 'AA', controlId: '1', at: 0 })
    expect([ack.read('MSA-2'), ack.version]).toEqual([controlId, version])
  })
})
