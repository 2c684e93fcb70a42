export { placeByJudging } from './task/facts/broken-by-judging.js'
export { placeByPosition } from './task/facts/broken-by-position.js'
export type { ComparedAgent, ComparedAgents, ComparedPair } from './task/facts/compared-agents.js'
export { readConversation, type Turn } from './task/facts/conversation.js'
export { type CountedHarms, countHarms } from './task/facts/count-harms.js'
export { isTooDeep } from './task/facts/deep-value.js'
export { describeTask, describeUnrecorded, readResult, type UnnamedTask } from './task/facts/describe-task.js'
export { type EntryChanges, findEntryChanges } from './task/facts/entry-changes.js'
export { isNotRight } from './task/facts/not-right.js'
export { type PhoneCall, readPhoneCalls } from './task/facts/phone-calls.js'
export {
  type ReportedAxis,
  type ReportedCriterion,
  type ReportedTask,
  reportedOutcomes,
} from './task/facts/reported-task.js'
export type { CollectionChanges, RecordChange, StateDifference } from './task/facts/state-difference.js'
export { readTrajectory, type Step, type Trajectory } from './task/facts/trajectory.js'
export { memberAt, toList, toNumber, toText } from './task/facts/unknown-value.js'
export { showAxisNotes } from './task/views/axis-notes.js'
export { showComparison, type TaskAddresses } from './task/views/comparison-section.js'
export { listCriteria } from './task/views/criteria-list.js'
export { listDifference } from './task/views/difference-list.js'
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
} from './task/views/figures.js'
export { showHarms } from './task/views/harm-lines.js'
export { pageScript } from './task/views/page-script.js'
export { pageStyle } from './task/views/page-style.js'
export { maxDescribedAgents } from './task/views/pair-table.js'
export { listUtterances } from './task/views/phone-call.js'
export { plotAxes, plotPassRate, plotScore } from './task/views/plots.js'
export { showFolded, showText } from './task/views/shown-value.js'
export { showTask } from './task/views/task-section.js'
export { showSign, showVerdict, toneOfOutcome, toneOfVerdict } from './task/views/tone.js'
export { listTurns, pinCriteria, type TurnStory } from './task/views/turn-list.js'
export { turnScript } from './task/views/turn-script.js'
export { turnStyle } from './task/views/turn-style.js'
