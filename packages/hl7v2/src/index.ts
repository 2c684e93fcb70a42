export { type AckCode, type AckOptions, buildAck } from './acknowledge.js'
export { acknowledgmentDue } from './acknowledgment-mode.js'
export {
  type Batch,
  type BatchGroup,
  type BatchValue,
  buildBatch,
  checkBatch,
  parseBatch,
  serializeBatch,
} from './batch.js'
export { type BuildOptions, buildMessage, type SegmentFields, type SegmentValue } from './build.js'
export type { Charset } from './charset.js'
export { type DateTime, type DateTimePrecision, formatDateTime, parseDateTime } from './date-time.js'
export { type Delimiters, standardDelimiters } from './delimiters.js'
export { Hl7Error, type Hl7ErrorCode, type Hl7ErrorDetails } from './error.js'
export { type Encoding, escapeText, unescapeText } from './escape.js'
export type { ComponentValue, FieldValue, LeafValue, RepetitionValue } from './field-value.js'
export { type ConditionCode, errorConditions, type Issue, issueFromError, issuePath } from './issue.js'
export {
  encodeMessage,
  type Message,
  type ParseOptions,
  parseHeader,
  parseMessage,
  readValue,
  serializeMessage,
} from './message.js'
export {
  createFrameReader,
  type Frame,
  type FrameReader,
  type FrameReaderOptions,
  frameMessage,
  stripFrame,
} from './mllp.js'
export { compileFieldPath, compilePath, type FieldPath, type Path, type SegmentCondition } from './path.js'
export type { Segment } from './segment.js'
export { setValue } from './set.js'
export {
  checkStructure,
  checkStructureInSteps,
  messageStructures,
  type StructureOptions,
} from './structure/check.js'
export { type FieldRule, fieldRules } from './structure/field-rule.js'
export type { MessageStructure } from './structure/structure.js'
