import { compilePath, Hl7Error, type Message } from '@carebench/hl7v2'
import type { RecordFormat } from '@carebench/verifier'
import { createRecordFormat } from '@carebench/verifier/kinds'

/**
 * The format of HL7 v2 messages: paths such as `SEG[n].F[r].C.S` and `OBX[3.1=718-7].5`. Values are strings; an empty
 * value counts as missing, `""` is null.
 */
export const hl7Format: RecordFormat<Message> = createRecordFormat({
  compile(text) {
    const path = compilePath(text)
    const read = (message: Message) => message.read(path)
    return { text, many: false, read, readAll: (message: Message) => [read(message)] }
  },
  syntaxError: Hl7Error,
  stringValues: true,
})
