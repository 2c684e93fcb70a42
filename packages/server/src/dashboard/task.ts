export { showAxisNotes } from './task/axis-notes.js'
export { placeByJudging } from './task/broken-by-judging.js'
export { placeByPosition } from './task/broken-by-position.js'
export type { ComparedAgent, ComparedAgents, ComparedPair } from './task/compared-agents.js'
export { showComparison, type TaskAddresses } from './task/comparison-section.js'
export { type Call, readConversation, type Speaker, type Turn } from './task/conversation.js'
export { type CountedHarms, countHarms, type HarmCounts } from './task/count-harms.js'
export { listCriteria } from './task/criteria-list.js'
export { isTooDeep } from './task/deep-value.js'
export { describeTask, describeUnrecorded, readResult, type UnnamedTask } from './task/describe-task.js'
export { listDifference } from './task/difference-list.js'
export { type EntryChanges, findEntryChanges } from './task/entry-changes.js'
export {
  countEvents,
  describeCap,
  describeChance,
  describeSeverity,
  formatChance,
  formatCount,
  formatElapsed,
  formatEvents,
  formatHarms,
  formatMarks,
  formatMean,
  formatPercent,
  formatPoints,
  formatProbability,
  formatProportion,
  formatScore,
  formatScoreDifference,
  hasChance,
  meaningOfSafety,
} from './task/figures.js'
export { showHarms } from './task/harm-lines.js'
export { isNotRight } from './task/not-right.js'
export { pageScript } from './task/page-script.js'
export { pageStyle } from './task/page-style.js'
export { maxDescribedAgents } from './task/pair-table.js'
export { listUtterances } from './task/phone-call.js'
export { type PhoneCall, readPhoneCalls, type Utterance } from './task/phone-calls.js'
export { plotAxes, plotPassRate, plotScore } from './task/plots.js'
export {
  type ReportedAxis,
  type ReportedCriterion,
  type ReportedField,
  type ReportedOutcome,
  type ReportedTask,
  reportedOutcomes,
} from './task/reported-task.js'
export { showFolded, showText } from './task/shown-value.js'
export type { CollectionChanges, FieldChange, RecordChange, StateDifference } from './task/state-difference.js'
export { showTask } from './task/task-section.js'
export { showSign, showVerdict, type Tone, toneOfOutcome, toneOfVerdict } from './task/tone.js'
export { readTrajectory, type Step, type StepKind, type Trajectory } from './task/trajectory.js'
export { listTurns, type Pin, pinCriteria, type ToldTurns } from './task/turn-list.js'
export { turnScript } from './task/turn-script.js'
export { turnStyle } from './task/turn-style.js'
export { type JsonRecord, listOf, memberAt, numberOf, textOf } from './task/unknown-value.js'
