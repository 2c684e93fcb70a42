export { type AckCode, type AckOptions, buildAck } from './building/acknowledge.js'
export { acknowledgmentDue } from './building/acknowledgment-mode.js'
export { type Batch, type BatchValue, buildBatch, checkBatch, parseBatch } from './building/batch.js'
export { type BuildOptions, buildMessage, type SegmentValue } from './building/build.js'
export { setValue } from './building/set.js'
export { checkStructure, checkStructureInSteps, messageStructures, type StructureOptions } from './structure/check.js'
export { fieldRules } from './structure/field-rule.js'
export type { MessageStructure } from './structure/structure.js'
export type { Charset } from './syntax/charset.js'
export { parseDateTime } from './syntax/date-time.js'
export type { Delimiters } from './syntax/delimiters.js'
export { Hl7Error, type Hl7ErrorCode } from './syntax/error.js'
export type { FieldValue } from './syntax/field-value.js'
export { type ConditionCode, errorConditions, type Issue, issueFromError, issuePath } from './syntax/issue.js'
export {
  encodeMessage,
  type Message,
  type ParseOptions,
  parseHeader,
  parseMessage,
  readValue,
  serializeMessage,
} from './syntax/message.js'
export {
  createFrameReader,
  type Frame,
  type FrameReader,
  type FrameReaderOptions,
  frameMessage,
} from './syntax/mllp.js'
export { compilePath, type Path } from './syntax/path.js'
export type { Segment } from './syntax/segment.js'
